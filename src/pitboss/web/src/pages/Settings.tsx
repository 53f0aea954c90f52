import { choose, settings, type Settings } from "../settings";
import { useTitle } from "../use";
import { pageWords } from "../strings/pages";
import "../styles/settings.css";

/** What one chooses for this browser. */
export default function SettingsPage() {
  const words = pageWords.settings;
  useTitle(words.title);
  const { theme, fourColours, motion, coach, speed, sound } = settings.value;
  return (
    <>
      <h1>{words.title}</h1>
      <form class="panel settings">
        <label>
          {words.theme}{" "}
          <select value={theme} onChange={(event) => choose({ theme: event.currentTarget.value as Settings["theme"] })}>
            <option value="auto">{words.themes.auto}</option>
            <option value="light">{words.themes.light}</option>
            <option value="dark">{words.themes.dark}</option>
          </select>
        </label>
        <label>
          <input type="checkbox" checked={fourColours} onChange={(event) => choose({ fourColours: event.currentTarget.checked })} /> {words.fourColours}
          <small class="soft">{words.fourColoursHint}</small>
        </label>
        <label>
          {words.speed}{" "}
          <select value={speed} onChange={(event) => choose({ speed: event.currentTarget.value as Settings["speed"] })}>
            <option value="casino">{words.speeds.casino}</option>
            <option value="fast">{words.speeds.fast}</option>
            <option value="instant">{words.speeds.instant}</option>
          </select>
        </label>
        <label>
          <input type="checkbox" checked={sound} onChange={(event) => choose({ sound: event.currentTarget.checked })} /> {words.sound}
        </label>
        <label>
          <input type="checkbox" checked={motion === "off"} onChange={(event) => choose({ motion: event.currentTarget.checked ? "off" : "auto" })} /> {words.noMotion}
          <small class="soft">{words.noMotionHint}</small>
        </label>
        <label>
          <input type="checkbox" checked={!!coach} onChange={(event) => choose({ coach: event.currentTarget.checked })} /> {words.coach}
          <small class="soft">{words.coachHint}</small>
        </label>
      </form>
    </>
  );
}
