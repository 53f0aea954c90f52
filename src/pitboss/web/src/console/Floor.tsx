/** The console of a physical table that the dealer runs alone: whose card is next, every wager, and keys for all of it. */
import { Suspense, lazy } from "preact/compat";
import { useState } from "preact/hooks";
import type { Card, Hand, View, Wager, You } from "../blackjack/types";
import { useTable } from "../live";
import { money } from "../money";
import type { TableProps } from "../pages/Table";
import { Loading } from "../parts/Loading";
import { plain } from "../plain";
import { floorWords } from "../strings/floor";
import { personName } from "../table/people";
import { useTitle } from "../use";
import { FloorFrame } from "./FloorFrame";
import { ANONYMOUS, askedFirst, modeOf, useFloorKeys } from "./floorKeys";

const FULL = { blackjack: lazy(() => import("../blackjack/Table")), roulette: lazy(() => import("../roulette/Table")) };
const RouletteFloor = lazy(() => import("./RouletteFloor"));
const SHOWN_FIRST = /^(correct|confirm_correction|void|exclude|absent|timeout|irregularity)\b/;
const SUITS: Record<string, string> = { c: "♣", d: "♦", h: "♥", s: "♠" };

export default function Floor({ id, info }: TableProps) {
  const [full, setFull] = useState(false);
  const Full = FULL[info.game as keyof typeof FULL];
  if (full)
    return (
      <>
        <button type="button" class="floor-switch" onClick={() => setFull(false)}>
          {floorWords.floorOnly}
        </button>
        <Suspense fallback={<Loading />}>
          <Full id={id} info={info} />
        </Suspense>
      </>
    );
  const Game = info.game === "roulette" ? RouletteFloor : FloorTable;
  return (
    <Suspense fallback={<Loading />}>
      <Game {...{ id, info }} onFull={() => setFull(true)} />
    </Suspense>
  );
}

function FloorTable({ id, info, onFull }: TableProps & { onFull: () => void }) {
  const { card, view, log, speak } = useTable<Card, View, You>(id);
  const [asked, setAsked] = useState("");
  // what harms a player or changes the books is shown before it is confirmed, and keys wait for that
  const { typed, refused } = useFloorKeys(asked || !view ? null : { version: view.version, mode: modeOf(view), enter: "deal" }, (words) => (SHOWN_FIRST.test(words) ? (setAsked(words), "asked" as const) : speak(words)));
  useTitle(info.title);
  if (!card || !view) return <Loading />;
  const laid = view.boxes.reduce((sum, box) => sum + wagersOf(view, box).reduce((all, wager) => all + (wager.result == null ? wager.amount : 0), 0), 0);
  return (
    <FloorFrame {...{ id, view, laid, typed, refused, asked, log, onFull }} title={info.title} rulebook={card.rulebook} mode={modeOf(view)} next={nextOf(view)} help={helpOf(view, card)} onSpeak={speak} onAsked={setAsked}>
      <div class="floor-dealer">
        <h2>{floorWords.dealer}</h2>
        {view.dealer.map((hand) => (
          <Cards key={hand.number} hand={hand} />
        ))}
      </div>
      <ol class="floor-boxes">
        {view.boxes.map((box) => (
          <Box key={box.box} {...{ box, view }} />
        ))}
      </ol>
    </FloorFrame>
  );
}

type BoxOf = View["boxes"][number];

/** A box: what its anonymous players hold, every wager, and the cards. Its bets for the next round replace the last round. */
function Box({ box, view }: { box: BoxOf; view: View }) {
  const holders = view.people.filter(({ name, money: sum }) => ANONYMOUS.exec(name)?.[1] === String(box.box) && sum > 0);
  return (
    <li data-box={box.box} class={isNext(view, box.box) ? "next" : ""}>
      <h3>
        {floorWords.box(String(box.box))}
        {holders.map((person) => (
          <small key={person.name} data-holds={person.name}>
            {nameOf(person.name, box.box)} {floorWords.holds(money(person.money))}
          </small>
        ))}
      </h3>
      {wagersOf(view, box).map((wager, nth) => (
        <p key={nth} class="floor-wager" data-wager={wager.kind}>
          <b>{money(wager.amount)}</b> <small translate={false}>{wager.kind === "main" ? "" : plain(wager.kind)}</small> <small>{nameOf(wager.player, box.box)}</small>
          {wager.result != null && <em class={wager.result > 0 ? "won" : wager.result < 0 ? "lost-wager" : ""}>{money(wager.result)}</em>}
        </p>
      ))}
      {!betsAgain(view, box) && (box.hands ?? []).map((hand) => <Cards key={hand.number} hand={hand} />)}
    </li>
  );
}

/** Whether a box has bet again: its last round is no longer shown. */
function betsAgain(view: View, box: BoxOf): boolean {
  return view.phase === "betting" && !!box.bets?.length;
}

/** The wagers on a box: bets for the next round, wagers of its hands, and side wagers. */
function wagersOf(view: View, box: BoxOf): Wager[] {
  const others = [...(box.hands ?? []).flatMap((hand) => hand.wagers ?? []), ...(box.wagers ?? [])];
  return [...(box.bets ?? []), ...(betsAgain(view, box) ? others.filter((wager) => wager.result == null) : others)];
}

/** The name of a player beside a wager; none for the anonymous player of the box itself. */
function nameOf(player: string, box: number): string {
  return player === `box_${box}` ? "" : personName(player);
}

function isNext(view: View, box: number): boolean {
  return view.awaited ? view.next_card?.box === box : view.phase !== "betting" && askedFirst(view)?.[1] === box;
}

function Cards({ hand }: { hand: Hand }) {
  return (
    <p class={`floor-cards${hand.in_turn ? " in-turn" : ""}`} translate={false}>
      {hand.cards.map((card, nth) => (
        <span key={nth} class={`floor-card ink-${card[1] ?? ""}`}>
          {(card[0] === "T" ? "10" : (card[0] ?? "")) + (SUITS[card[1] ?? ""] ?? "")}
        </span>
      ))}
      {Array.from({ length: hand.hidden ?? 0 }, (_, nth) => (
        <span key={`hidden ${nth}`} class="floor-card">
          ▮
        </span>
      ))}
      {!!hand.cards.length && <b>{hand.total}</b>}
    </p>
  );
}

/** What is next, always: whose card, whose decision, or wagers. */
function nextOf(view: View): string {
  if (view.awaited) {
    const next = view.next_card;
    if (next?.to === "box") return floorWords.boxCard(next.box ?? 0, next.hand ?? 0, next.nth ?? 1);
    if (next?.to === "dealer") return floorWords.dealerCard(next.nth ?? 1);
    return next?.to === "burn" ? floorWords.burnCard : floorWords.anyCard(view.awaited);
  }
  const asked = askedFirst(view);
  if (view.question && asked) {
    const [name, box] = asked;
    if (!ANONYMOUS.test(name)) return floorWords.waits(personName(name));
    if (view.question.kind !== "turn") return floorWords.answers(personName(name), floorWords.asked[view.question.kind] ?? view.question.kind);
    const hands = view.boxes.find((each) => each.box === box)?.hands ?? [];
    const place = hands.findIndex((each) => each.in_turn);
    return floorWords.decides(personName(name), hands.length > 1 ? place + 1 : 0, hands[place]?.total ?? "");
  }
  return view.phase === "betting" ? floorWords.wagers : floorWords.nothing;
}

function helpOf(view: View, card: Card): string {
  const mode = modeOf(view);
  if (mode !== "wagers") return `${floorWords.help[mode]} ${floorWords.help.undo}`;
  const letters = Object.entries(card.side_letters ?? {}).map(([letter, name]) => [letter, plain(name), limitsOf(card, name)].filter(Boolean).join(" "));
  return [floorWords.help.wagers, letters.length ? floorWords.help.sides(letters.join(", ")) : "", floorWords.help.cash, floorWords.help.undo].filter(Boolean).join(" ");
}

/** The amounts of a side wager: $1, or $1 to $25. */
function limitsOf(card: Card, name: string): string {
  const spot = card.spots.find(({ kind }) => kind === name);
  if (!spot?.most) return "";
  return spot.least === spot.most ? money(spot.most) : floorWords.limits(money(spot.least), money(spot.most));
}
