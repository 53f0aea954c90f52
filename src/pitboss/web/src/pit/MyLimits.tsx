import { useState } from "preact/hooks";
import type { Schemas } from "../api";
import { cents, money } from "../money";
import { pitWords } from "../strings/pit";
import { change, exclusionEnd, useFresh } from "./parts";
import "../styles/pit.css";

/** A player's time at tables today, and limits that the player may tighten. */
export function MyLimits() {
  const play = useFresh<Schemas["PlayTime"]>("/me/play");
  return play && <LimitsForm key={JSON.stringify(play.standing)} play={play} />;
}

function LimitsForm({ play }: { play: Schemas["PlayTime"] }) {
  const words = pitWords.mine;
  const standing = play.standing;
  const [loss, setLoss] = useState(String((standing.loss ?? 0) / 100));
  const [stake, setStake] = useState(String((standing.stake ?? 0) / 100));
  const [minutes, setMinutes] = useState(String(standing.minutes ?? 0));
  const [reminder, setReminder] = useState(String(standing.reminder ?? 0));
  const [days, setDays] = useState("7");
  const fields: [string, string, (text: string) => void][] = [
    [pitWords.users.loss, loss, setLoss],
    [pitWords.users.stake, stake, setStake],
    [pitWords.users.minutes, minutes, setMinutes],
    [pitWords.users.reminder, reminder, setReminder],
  ];
  function save(event: Event) {
    event.preventDefault();
    const wanted = { loss: cents(loss) ?? 0, stake: cents(stake) ?? 0, minutes: Number(minutes), reminder: Number(reminder) };
    const changed = Object.fromEntries(Object.entries(wanted).filter(([name, value]) => value !== (standing[name as keyof typeof wanted] ?? 0)));
    void change("PUT", "/me/limits", changed);
  }
  return (
    <section class="panel pit" aria-label={words.title}>
      <h2>{words.title}</h2>
      <p>{words.played(play.minutes, money(play.net))}</p>
      {exclusionEnd(standing) && <p class="refused">{words.excluded(exclusionEnd(standing))}</p>}
      <form class="line" aria-label={words.title} onSubmit={save}>
        {fields.map(([label, value, set]) => (
          <label key={label}>
            {label} <input inputMode="decimal" size={6} value={value} onInput={(event) => set(event.currentTarget.value)} />
          </label>
        ))}
        <button type="submit">{pitWords.users.setLimits}</button>
      </form>
      <form class="line" aria-label={words.exclude} onSubmit={(event) => (event.preventDefault(), void change("PUT", "/me/limits", { excluded_days: Number(days) }))}>
        <label>
          {words.days} <input type="number" min="1" value={days} onInput={(event) => setDays(event.currentTarget.value)} />
        </label>
        <button type="submit">{words.exclude}</button>
      </form>
      <p class="soft">{words.note}</p>
    </section>
  );
}
