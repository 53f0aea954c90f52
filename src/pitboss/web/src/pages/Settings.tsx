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
          <input type="checkbox" checked={fourColours} onChange={(event) => choose({ fourColours: event.currentTarget.checked })} /> Four-colour deck
          <small class="soft">Clubs are green, diamonds blue.</small>
        </label>
        <label>
          <input type="checkbox" checked={motion === "off"} onChange={(event) => choose({ motion: event.currentTarget.checked ? "off" : "auto" })} /> No motion
          <small class="soft">Cards lie there at once, and the wheel does not turn. A device that asks for less motion gets it without this.</small>
        </label>
        <label>
          <input type="checkbox" checked={coach} onChange={(event) => choose({ coach: event.currentTarget.checked })} /> Coach
          <small class="soft">Says after each decision what the best action was, and what another one cost.</small>
        </label>
      </form>
    </>
  );
}
