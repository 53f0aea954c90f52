/** The cloth of any game: hands on top, the places of the layout below, and the results of past rounds. */
import { plain } from "../plain";
import { boardWords as words } from "../strings/board";
import { CardShape } from "../table/CardShape";
import { StackShape } from "../table/ChipShape";
import { Clauses } from "../parts/ClauseRef";
import { money } from "../money";
import type { Card, Place, View } from "./types";

interface BoardProps {
  card: Card;
  view: View;
  player: string;
  /** Lays the chosen chip on a place; null where the player may not bet now. */
  onPlace: ((place: Place) => void) | null;
}

type Wager = NonNullable<View["wagers"]>[number];
type Hand = NonNullable<View["hands"]>[number];

export function Board({ card, view, player, onPlace }: BoardProps) {
  const hands = view.hands ?? [];
  const places = card.places ?? [];
  return (
    <div class="board">
      <div class="board-hands">
        {hands.map((hand) => (
          <HandView key={hand.name} hand={hand} />
        ))}
      </div>
      {!!places.length && (
        <ul class="board-places" aria-label={words.layout} style={`--places:${places.length}`}>
          {places.map((place) => (
            <li key={place.name}>
              <PlaceButton place={place} wagers={(view.wagers ?? []).filter((wager) => wager.place === place.name)} player={player} rulebook={card.rulebook} onPlace={onPlace} />
            </li>
          ))}
        </ul>
      )}
      {!places.length && <Wagers view={view} rulebook={card.rulebook} />}
      <ol class="board-past" aria-label={words.last}>
        {(view.history ?? []).map((result, nth) => (
          <li key={nth} data-result={result} title={plain(result)} translate={false}>
            {result.slice(0, 1).toUpperCase()}
          </li>
        ))}
      </ol>
    </div>
  );
}

function HandView({ hand }: { hand: Hand }) {
  const cards = hand.cards ?? [];
  return (
    <section class={`board-hand${hand.won ? " won" : ""}`} aria-label={words.hand(hand.name)}>
      <h2 translate={false}>
        {hand.name} {hand.note && <b>{hand.note}</b>} {hand.won && <em>{words.wins}</em>}
      </h2>
      <div class="board-cards">
        {cards.map((each, nth) => (
          <svg key={`${nth} ${each}`} viewBox="-52 -72 104 146" style={`--nth:${nth}`}>
            <CardShape card={each} width={100} />
          </svg>
        ))}
      </div>
    </section>
  );
}

interface PlaceProps {
  place: Place;
  wagers: Wager[];
  player: string;
  rulebook: string;
  onPlace: ((place: Place) => void) | null;
}

function PlaceButton({ place, wagers, player, rulebook, onPlace }: PlaceProps) {
  const own = wagers.filter((wager) => wager.player === player);
  const staked = sum(own.map(({ amount }) => amount));
  const others = sum(wagers.filter((wager) => wager.player !== player).map(({ amount }) => amount));
  const net = own[0]?.net ?? null;
  return (
    <>
      <button type="button" class="board-place" data-place={place.name} aria-disabled={!onPlace} onClick={() => onPlace?.(place)}>
        <span class="board-title" translate={false}>{place.title}</span>{" "}
        <small>{words.pays(place.pays)}</small>
        <svg viewBox="-40 -52 80 92" aria-hidden="true">
          {!!staked && <StackShape cents={staked} radius={26} />}
        </svg>
        <span class="board-own">
          {!!staked && <span class="unseen">{words.yourBet}</span>} {!!staked && money(staked)}
        </span>
        {!!others && <small class="board-others">{words.others(others)}</small>}
      </button>
      <span class={`board-net ${net === null ? "" : net > 0 ? "win" : net < 0 ? "lose" : "even"}`}>
        {net !== null && words.settled(net)} {net !== null && <Clauses rulebook={rulebook} clauses={own[0]!.clauses ?? []} few={1} />}
      </span>
    </>
  );
}

/** The wagers of a game without a layout, as a list. */
function Wagers({ view, rulebook }: { view: View; rulebook: string }) {
  return (
    <ul class="board-wagers">
      {(view.wagers ?? []).map((wager, nth) => (
        <li key={nth}>
          <span translate={false}>{`${wager.player} · ${plain(wager.place)}`}</span> <b>{money(wager.amount)}</b>
          {wager.net !== null && wager.net !== undefined && <em>{words.settled(wager.net)}</em>} <Clauses rulebook={rulebook} clauses={wager.clauses ?? []} few={1} />
        </li>
      ))}
    </ul>
  );
}

export function sum(amounts: number[]): number {
  return amounts.reduce((all, each) => all + each, 0);
}
