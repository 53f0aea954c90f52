import { BoxPlace } from "../blackjack/BoxPlace";
import { HandCards } from "../blackjack/Hand";
import type { Spot } from "../blackjack/types";
import type { Schemas } from "../api";
import { money } from "../money";
import type { Card } from "./Table";

interface CupTableProps {
  table: Schemas["CupTableView"];
  card: Card;
  player: string;
  mine: boolean;
  open: boolean;
  onPlace: (box: number, spot: Spot) => void;
  onTake: (box: number, spot: Spot) => void;
}

/** One table of a session: who bets first, whose turn it is, and the cards. */
export function CupTable({ table, card, player, mine, open, onPlace, onTake }: CupTableProps) {
  const boxes = mine ? table.boxes : table.boxes.filter((box) => box.seat || (box.hands ?? []).length);
  const left = table.unit === "rounds" ? `round ${table.rounds} of ${table.count}` : `${table.rounds} rounds, ${table.count} ${table.unit}`;
  return (
    <section class={`felt cup${mine ? " cup-mine" : ""}`} style={{ "--boxes": String(Math.max(boxes.length, 1)) }} aria-label={`Table ${table.number}`}>
      <div class="felt-top">
        <div>
          <h2>
            Table {table.number}
            {table.playoff && " · play-off"}
          </h2>
          <p>
            {left}
            {table.time_up && " · time is up"}
          </p>
          {!!table.order.length && (
            <p>
              Bets: {table.order.map((name) => (table.to_bet.includes(name) ? name : `${name} ✓`)).join(" → ")}
            </p>
          )}
          {!!table.playoff_due.length && <p class="due">A play-off is due between {table.playoff_due.join(" and ")}</p>}
        </div>
        <div class="dealer" role="group" aria-label="The dealer">
          {table.dealer.map((hand, nth) => (
            <HandCards key={nth} hand={hand} rulebook={card.rulebook} label="Dealer's hand" />
          ))}
        </div>
        <div class="felt-signs">
          {money(table.minimum)} – {money(table.maximum)}
        </div>
      </div>
      <div class="boxes">
        {[...boxes].reverse().map((box) => (
          <div key={box.box} class="seat" style={{ "--drop": "0px" }}>
            {table.marker === box.box && (
              <p class="marker" title="The marker: this box bets first">
                first to bet
              </p>
            )}
            <BoxPlace box={box} card={card} betting={table.phase === "betting" && table.running} player={player} open={open && box.seat === player} onPlace={onPlace} onTake={onTake} />
          </div>
        ))}
      </div>
    </section>
  );
}
