import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { apiUrl, getText, type Schemas } from "../api";
import { RoundTable } from "../blackjack/RoundTable";
import type { Card } from "../blackjack/types";
import { Clauses } from "../parts/ClauseRef";
import { sentence } from "../parts/events";
import { useKeys } from "../parts/keys";
import { Loading } from "../parts/Loading";
import { Sorry } from "../parts/Sorry";
import { RoundLayout } from "../roulette/RoundLayout";
import type { Card as RouletteCard, View as RouletteView } from "../roulette/types";
import { Link } from "../router";
import { bodyOf, say } from "../say";
import { me } from "../session";
import { pageWords } from "../strings/pages";
import { useAnswer, useTitle } from "../use";
import "../styles/history.css";

type Step = Schemas["RoundStep"];
type Picture = Schemas["Picture"];

/** One event with its position in the round. */
interface Moment {
  step: number;
  event: number;
  info: Schemas["EventInfo"];
}

/** A round, event by event, each with its clauses, on a table as it was. */
export default function Replay({ id, round }: { id: string; round: number }) {
  const { found: steps, refused } = useAnswer<Step[]>(`/tables/${id}/rounds/${round}/steps`);
  const { found: pictures } = useAnswer<Picture[]>(`/tables/${id}/rounds/${round}/pictures`);
  const { found: page } = useAnswer<Schemas["TablePage"]>(`/tables/${id}`);
  const title = pageWords.replay.title(round, page?.table.title || id);
  useTitle(title);
  if (refused) return <Sorry refused={refused} />;
  if (!steps || !page || !pictures) return <Loading />;
  return (
    <>
      <p class="replay-links">
        <Link href={`/history/${id}`}>{pageWords.replay.allRounds}</Link> · <RoundFile id={id} round={round} />
      </p>
      <h1>{title}</h1>
      <Steps {...{ steps, pictures, page, round }} />
    </>
  );
}

/** The round as a file, or as soon as it was asked for in plain words why it cannot be had yet. */
function RoundFile({ id, round }: { id: string; round: number }) {
  const path = `/tables/${id}/rounds/${round}`;
  const [why, setWhy] = useState("");
  function refuse(error: unknown) {
    const { kind, message } = bodyOf(error);
    const words = kind === "hidden_until_discarded" ? pageWords.replay.fileHidden : message;
    setWhy(words);
    say(words);
  }
  function open(event: Event) {
    event.preventDefault();
    getText(path).then(() => location.assign(apiUrl(path)), refuse);
  }
  if (why) return <span class="soft">{why}</span>;
  return (
    <a href={apiUrl(path)} onClick={open}>
      {pageWords.replay.file}
    </a>
  );
}

interface StepsProps {
  steps: Step[];
  pictures: Picture[];
  page: Schemas["TablePage"];
  round: number;
}

/** Milliseconds between two events that are played: more where nothing moves. */
const BETWEEN = 500;

/** Plays one event after the other, as soon as the last one is shown. */
function usePlayback(busy: boolean, atEnd: boolean, next: () => void): [boolean, (playing: boolean) => void] {
  const [playing, setPlaying] = useState(false);
  useEffect(() => {
    if (!playing || busy) return;
    if (atEnd) return setPlaying(false);
    const timer = setTimeout(next, BETWEEN);
    return () => clearTimeout(timer);
  });
  return [playing, setPlaying];
}

function Steps({ steps, pictures, page, round }: StepsProps) {
  const words = pageWords.replay;
  const { rulebook, game } = page.table;
  const moments = useMemo(() => momentsOf(steps), [steps]);
  const events = useMemo(() => moments.map(({ info }) => info), [moments]);
  const [at, setAt] = useState(0);
  const [busy, setBusy] = useState(false);
  const now = moments[at];
  const list = useRef<HTMLOListElement>(null);
  const last = moments.length - 1;
  const [playing, setPlaying] = usePlayback(busy, at >= last, () => by(1));
  const go = (to: number) => (setPlaying(false), setAt(Math.max(0, Math.min(last, to))));
  // counted from what is shown by then, so that quick keys are not lost
  const by = (steps: number) => setAt((before) => Math.max(0, Math.min(last, before + steps)));
  const play = () => (at >= last && setAt(0), setPlaying(!playing));
  const keys: Record<string, () => void> = { ArrowRight: () => by(1), ArrowLeft: () => by(-1), Home: () => go(0), End: () => go(last), " ": play };
  useKeys((event) => {
    if (event.key === " " && (event.target as Element).closest("button, a, input")) return false;
    keys[event.key]?.();
    return event.key in keys;
  });
  useEffect(() => {
    say(now ? sentence(now.info, 0, me.value?.name) : "");
    // the list scrolls, the page with the table does not
    list.current?.scrollTo({ top: list.current.scrollHeight });
  }, [at]);
  if (!now) return <p class="soft">{words.noEvents}</p>;
  const picture = pictures.findLast((each) => each.step < now.step || (each.step === now.step && each.event <= now.event));
  return (
    <div class="replay">
      {game === "roulette" ? (
        <RoundLayout card={page.card as RouletteCard} now={page.view as RouletteView} onBusy={setBusy} {...{ round, events, at }} />
      ) : (
        !!pictures.length && <RoundTable card={page.card as Card} picture={picture} onBusy={setBusy} />
      )}
      <p class="replay-now">
        <span translate={false}>{sentence(now.info, 0, me.value?.name)}</span> <Clauses rulebook={rulebook} clauses={now.info.clauses ?? []} />
      </p>
      <div class="steps-bar">
        <button type="button" onClick={play} aria-keyshortcuts="Space">
          {playing ? words.pause : words.play}
        </button>
        <button type="button" data-quick onClick={() => by(-1)} aria-disabled={at <= 0} aria-keyshortcuts="ArrowLeft">
          {words.back} <kbd>←</kbd>
        </button>
        <label class="replay-at">
          <span>{words.position(at + 1, moments.length)}</span>
          <input type="range" min={1} max={moments.length} value={at + 1} aria-label={words.event} aria-valuetext={sentence(now.info, 0, me.value?.name)} translate={false} onInput={(event) => go(Number(event.currentTarget.value) - 1)} />
        </label>
        <button type="button" class="primary" data-quick onClick={() => by(1)} aria-disabled={at >= last} aria-keyshortcuts="ArrowRight">
          {words.next} <kbd>→</kbd>
        </button>
        <button type="button" onClick={() => go(last)} aria-keyshortcuts="End">
          {words.all}
        </button>
      </div>
      <ol class="steps" ref={list} tabIndex={0} aria-label={words.soFar}>
        {steps.map((step, index) => index >= moments[0]!.step && index <= now.step && (
          <li key={index} class={index === now.step ? "step step-now" : "step"}>
            <code>{step.text}</code>
            <ul>
              {moments
                .filter((moment, nth) => moment.step === index && nth <= at)
                .map((moment) => (
                  <li key={moment.event} class={moment === now ? "event-now" : ""}>
                    <span translate={false}>{sentence(moment.info, 0, me.value?.name)}</span> <Clauses rulebook={rulebook} clauses={moment.info.clauses ?? []} />
                  </li>
                ))}
            </ul>
          </li>
        ))}
      </ol>
    </div>
  );
}

/** The described events of the round. Its file may include earlier rounds it depends on; they are skipped. */
function momentsOf(steps: Step[]): Moment[] {
  const all = steps.flatMap((step, nth) => step.events.map((info, event) => ({ step: nth, event, info })));
  const began = all.findLastIndex(({ info }) => info.type === "RoundBegan");
  const before = all.findLastIndex(({ info }, nth) => info.type === "RoundEnded" && nth < began);
  return all.slice(before + 1).filter(({ info }) => info.text);
}
