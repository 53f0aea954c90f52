import { money } from "../money";
import { BoxPlace } from "./BoxPlace";
import { HandCards } from "./Hand";
import type { Card, Spot, View } from "./types";

interface FeltProps {
  card: Card;
  view: View;
  player: string;
  open: boolean;
  onPlace: (box: number, spot: Spot) => void;
  onTake: (box: number, spot: Spot) => void;
}

/** The table from above: the dealer at the top, the boxes in an arc below. */
export function Felt({ card, view, player, open, onPlace, onTake }: FeltProps) {
  const middle = (view.boxes.length + 1) / 2;
  return (
    <div class="felt" style={{ "--boxes": String(view.boxes.length) }}>
      <div class="felt-top">
        <Shoe view={view} />
        <div class="dealer" role="group" aria-label="The dealer">
          {view.dealer.length ? (
            view.dealer.map((hand, nth) => <HandCards key={nth} hand={hand} rulebook={card.rulebook} label={view.dealer.length > 1 ? `Dealer's hand ${nth + 1}` : "Dealer's hand"} />)
          ) : (
            <p class="felt-words">
              Blackjack pays {card.blackjack_pays.replace(":", " to ")}
              <br />
              <small>Insurance pays {card.insurance_pays.replace(":", " to ")}</small>
            </p>
          )}
        </div>
        <div class="felt-signs">
          <p>
            {money(view.minimum)} – {money(view.maximum)}
          </p>
          {!!view.meter && (
            <p class="meter" aria-label={`Progressive meter ${money(view.meter)}`}>
              {money(view.meter)}
            </p>
          )}
          {view.exposed && <p>Exposed card {view.exposed}</p>}
          {view.rounds_left >= 0 && <p>Closes after {view.rounds_left} more rounds</p>}
        </div>
      </div>
      <div class="boxes">
        {[...view.boxes].reverse().map((box) => (
          <div key={box.box} class="seat" style={{ "--drop": `${(1 - ((box.box - middle) / middle) ** 2) * 46}px` }}>
            <BoxPlace {...{ box, card, player, open, onPlace, onTake }} betting={view.phase === "betting"} />
          </div>
        ))}
      </div>
    </div>
  );
}

function Shoe({ view }: { view: View }) {
  return (
    <div class="shoes">
      {view.shoes.map((shoe, nth) => (
        <figure key={nth} class="shoe">
          <meter min={0} max={shoe.cards_in} value={shoe.drawn} aria-label={`Cards dealt from the shoe${view.shoes.length > 1 ? ` on side ${"ab"[nth]}` : ""}`} />
          <figcaption>
            {view.shoes.length > 1 && `${"AB"[nth]}: `}
            {shoe.drawn} of {shoe.cards_in} dealt{shoe.cutting_card_out && ", cutting card out"}
          </figcaption>
        </figure>
      ))}
    </div>
  );
}
