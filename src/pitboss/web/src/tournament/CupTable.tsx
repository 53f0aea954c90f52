import { BoxPlace, type Placing } from "../blackjack/BoxPlace";
import { HandCards } from "../blackjack/Hand";
import { money } from "../money";
import { useRow } from "./row";
import type { Card, CupTableView } from "./types";

interface CupTableProps extends Placing {
  table: CupTableView;
  card: Card;
  mine: boolean;
  /** Chips by player name. */
  chips: Map<string, number>;
}

/** One table of a session: first bettor, turn, cards and chips. */
export function CupTable({ table, card, mine, chips, ...placing }: CupTableProps) {
  const boxes = table.boxes.filter((box) => box.seat || (box.hands ?? []).length).reverse();
  const betting = table.phase === "betting" && table.running;
  const turn = boxes.findIndex((box) => (box.hands ?? []).some((hand) => hand.in_turn));
  const own = boxes.findIndex((box) => box.seat === placing.player);
  const row = useRow(turn < 0 ? own : turn, betting, own >= 0);
  return (
    <section class={`felt cup${betting ? " felt-betting" : ""}${mine ? " cup-mine" : ""}`} style={{ "--boxes": String(Math.max(boxes.length, 1)) }} aria-label={`Table ${table.number}`}>
      <div class="felt-top">
        <div>
          <h2>
            Table {table.number}
            {table.playoff && " · play-off"}
          </h2>
          <p>{left(table)}</p>
          {!!table.order.length && betting && <Order table={table} />}
          {!!table.playoff_due.length && <p class="due">A play-off is due between {table.playoff_due.join(" and ")}</p>}
          {!!table.went_out.length && <p>Out: {table.went_out.join(", ")}</p>}
        </div>
        <div class="dealer" role="group" aria-label="The dealer">
          {table.dealer.map((hand, nth) => (
            <HandCards key={nth} hand={hand} rulebook={card.rulebook} label="Dealer's hand" />
          ))}
        </div>
        <div class="felt-signs">
          <p>
            {money(table.minimum)} – {money(table.maximum)}
          </p>
          {table.awaited && <p class="sign-lit">Waiting for {table.awaited}</p>}
        </div>
      </div>
      <div class="boxes" {...row}>
        {boxes.map((box, nth) => (
          <div key={box.box} class={`seat${nth < boxes.length / 2 ? "" : " seat-right"}`} style={{ "--drop": "0px" }}>
            <BoxPlace box={box} card={card} betting={betting} {...placing} open={placing.open && box.seat === placing.player} />
            <p class="cup-chips">
              {chips.has(box.seat ?? "") && <strong>{money(chips.get(box.seat!)!)}</strong>}
              {table.marker === box.box && (
                <span class="marker" title="Marker: this box bets first">
                  first to bet
                </span>
              )}
            </p>
          </div>
        ))}
      </div>
    </section>
  );
}

/** "2 of 10": the round that is played, or the last. */
export function roundAt({ rounds, running, count }: CupTableView): string {
  return `${Math.min(rounds + Number(running), count)} of ${count}`;
}

function left(table: CupTableView): string {
  const words = table.unit === "rounds" ? `Round ${roundAt(table)}` : `${table.rounds} rounds; the session is ${table.count} ${table.unit}`;
  return [words, table.time_up ? "time is up" : "", table.tallied ? "tallied" : "", table.running ? "" : "over"].filter(Boolean).join(" · ");
}

/** Everybody from the marker on, and who has bet already. */
function Order({ table }: { table: CupTableView }) {
  return (
    <ol class="order" aria-label="Betting order">
      {table.order.map((name) => (
        <li key={name} class={name === table.to_bet[0] ? "order-now" : ""} aria-current={name === table.to_bet[0] ? "step" : undefined}>
          {name}
          {!table.to_bet.includes(name) && " has bet"}
        </li>
      ))}
    </ol>
  );
}
