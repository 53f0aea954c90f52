import { choose, settings, type Settings } from "../settings";
import { useTitle } from "../use";
import { t } from "../strings";
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
          {words.coach}{" "}
          <select value={coach === "before" ? coach : coach ? "after" : ""} onChange={({ currentTarget: { value: when } }) => choose({ coach: when === "before" ? when : !!when })}>
            <option value="">{t.blackjack.coachOff}</option>
            <option value="after">{t.blackjack.coachAfter}</option>
            <option value="before">{t.blackjack.coachBefore}</option>
          </select>
          <small class="soft">{words.coachHint}</small>
        </label>
      </form>
    </>
  );
}
