/** What the floor consoles of every game share: the next step, what is typed, previews, and the last events. */
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import type { Schemas } from "../api";
import { logEntries, type LogEntry } from "../live";
import { money } from "../money";
import { Notices } from "../parts/Notices";
import { isArrival, sentence } from "../parts/events";
import { supervises } from "../roles";
import { me } from "../session";
import { floorWords } from "../strings/floor";
import { useGet } from "../use";
import { Asked } from "./Asked";
import { Entries } from "./Entries";

import type { Mode } from "./floorKeys";
import { KeyPad } from "./KeyPad";
import "../styles/floor.css";

interface FrameProps {
  id: string;
  title: string;
  rulebook: string;
  view: { version: number; minimum: number; maximum: number; round: number };
  /** What lies on the layout, in cents. */
  laid: number;
  next: string;
  mode: Mode;
  typed: string;
  /** The last line that was refused. */
  refused: string;
  help: string;
  /** Words that are shown with what they bring before they are confirmed. */
  asked: string;
  /** Whether those words are read back at once, and Enter confirms them. */
  readBack?: boolean;
  log: LogEntry[];
  onSpeak: (words: string) => Promise<boolean>;
  onAsked: (words: string) => void;
  onFull: () => void;
  children: ComponentChildren;
}

export function FloorFrame({ id, title, rulebook, view, laid, next, mode, typed, refused, help, asked, readBack, log, onSpeak, onAsked, onFull, children }: FrameProps) {
  const [listed, setListed] = useState(false);
  // the entries before this page was opened: a correction names one by its number
  const earlier = useGet<Schemas["Update"][]>(`/tables/${id}/updates?limit=8`);
  const before = logEntries(earlier ?? []).reverse().filter(({ key }) => !log.some((entry) => entry.key === key));
  const events = [...log, ...before].filter(({ event }) => !isArrival(event)).slice(0, 6);
  return (
    <section class="floor-console" aria-label={floorWords.console}>
      <header class="floor-top">
        <h1 translate={false}>{title}</h1>
        <span>{floorWords.limits(money(view.minimum), money(view.maximum))}</span>
        <span>{floorWords.round(view.round)}</span>
        <span data-laid={laid}>{floorWords.total(money(laid))}</span>
        {supervises(me.value?.role ?? "") && (
          <button type="button" aria-expanded={listed} onClick={() => setListed(!listed)}>
            {floorWords.entries.title}
          </button>
        )}
        <button type="button" onClick={onFull}>
          {floorWords.allControls}
        </button>
      </header>
      <p class="floor-next" role="status" data-next data-version={view.version} data-mode={mode}>
        {next}
      </p>
      <p class="floor-typed">
        <span>{floorWords.typed}</span> <kbd translate={false}>{typed}</kbd>
        {refused && (
          <span class="refused">
            {floorWords.refused} <kbd translate={false}>{refused}</kbd>
          </span>
        )}
      </p>
      <p class="floor-help soft">{help}</p>
      <KeyPad mode={mode} />
      <Notices />
      {listed && !asked && <Entries version={view.version} onAsk={(words) => (setListed(false), onAsked(words))} onEnd={() => setListed(false)} id={id} />}
      {asked && (
        <div class="floor-asked panel">
          <Asked words={asked} rulebook={rulebook} version={view.version} id={id} onSpeak={onSpeak} onEnd={() => onAsked("")} readBack={readBack} />
        </div>
      )}
      {children}
      <ol class="floor-log" aria-label={floorWords.log}>
        {events.map((entry) => (
          <li key={entry.key} translate={false}>
            <small>#{entry.key.split(".")[0]}</small> {sentence(entry.event)}
          </li>
        ))}
      </ol>
    </section>
  );
}
