import { choose, settings, type Settings } from "../settings";
import { useTitle } from "../use";

/** What one chooses for this browser. */
export default function SettingsPage() {
  useTitle("Settings");
  const { theme, fourColours, motion, coach, speed, sound } = settings.value;
  return (
    <>
      <h1>Settings</h1>
      <form class="panel settings">
        <label>
          Theme{" "}
          <select value={theme} onChange={(event) => choose({ theme: event.currentTarget.value as Settings["theme"] })}>
            <option value="auto">as on this device</option>
            <option value="light">light</option>
            <option value="dark">dark</option>
          </select>
        </label>
        <label>
          <input type="checkbox" checked={fourColours} onChange={(event) => choose({ fourColours: event.currentTarget.checked })} /> Four-colour deck
          <small class="soft">Clubs are green, diamonds blue.</small>
        </label>
        <label>
          Speed{" "}
          <select value={speed} onChange={(event) => choose({ speed: event.currentTarget.value as Settings["speed"] })}>
            <option value="casino">casino</option>
            <option value="fast">fast</option>
            <option value="instant">instant</option>
          </select>
        </label>
        <label>
          <input type="checkbox" checked={sound} onChange={(event) => choose({ sound: event.currentTarget.checked })} /> Sound
        </label>
        <label>
          <input type="checkbox" checked={motion === "off"} onChange={(event) => choose({ motion: event.currentTarget.checked ? "off" : "auto" })} /> No motion
          <small class="soft">Cards and chips fade in where they lie, in the same order. Also on if your device prefers reduced motion.</small>
        </label>
        <label>
          <input type="checkbox" checked={!!coach} onChange={(event) => choose({ coach: event.currentTarget.checked })} /> Coach
          <small class="soft">Shows the best action and the cost of a mistake after each decision.</small>
        </label>
      </form>
    </>
  );
}
