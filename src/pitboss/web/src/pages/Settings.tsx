import { choose, settings, type Settings } from "../settings";
import { useTitle } from "../use";

/** What one chooses for this browser. */
export default function SettingsPage() {
  useTitle("Settings");
  const { theme, fourColours, motion, coach } = settings.value;
  return (
    <>
      <h1>Settings</h1>
      <form class="panel settings">
        <label>
          Light or dark{" "}
          <select value={theme} onChange={(event) => choose({ theme: event.currentTarget.value as Settings["theme"] })}>
            <option value="auto">as this device</option>
            <option value="light">light</option>
            <option value="dark">dark</option>
          </select>
        </label>
        <label>
          <input type="checkbox" checked={fourColours} onChange={(event) => choose({ fourColours: event.currentTarget.checked })} /> Four-colour deck: clubs green, diamonds blue
        </label>
        <label>
          <input type="checkbox" checked={motion === "off"} onChange={(event) => choose({ motion: event.currentTarget.checked ? "off" : "auto" })} /> No motion
        </label>
        <label>
          <input type="checkbox" checked={coach} onChange={(event) => choose({ coach: event.currentTarget.checked })} /> Coach: say what the best action was and what another one cost
        </label>
      </form>
    </>
  );
}
