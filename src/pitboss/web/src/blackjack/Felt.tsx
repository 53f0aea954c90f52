import type { JSX, RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { money } from "../money";
import { useNarrow } from "../use";
import { BoxPlace, type Placing } from "./BoxPlace";
import { HandCards } from "./Hand";
import type { Box, Card, Scene } from "./types";
import { mainSpots } from "./words";

interface FeltProps extends Placing {
  card: Card;
  view: Scene;
}

/** The table from above: the dealer at the top, the boxes in an arc below. */
export function Felt({ card, view, ...placing }: FeltProps) {
  const betting = view.phase === "betting";
  const seats = [...view.boxes].reverse();
  const middle = (view.boxes.length + 1) / 2;
  const turn = view.boxes.find((box) => (box.hands ?? []).some((hand) => hand.in_turn));
  const own = view.boxes.find((box) => box.seat === placing.player);
  const shown = (turn ?? own)?.box ?? 1;
  const row = useRow(view.boxes.length - shown, betting, !!own);
  return (
    <div class={`felt${betting ? " felt-betting" : ""}${view.dealer.length ? " felt-dealt" : ""}`}>
      <div class="felt-top">
        <Signs card={card} view={view} />
        <div class="dealer" role="group" aria-label="The dealer">
          {view.dealer.map((hand, nth) => (
            <HandCards key={nth} hand={hand} rulebook={card.rulebook} label={view.dealer.length > 1 ? `Dealer's hand ${nth + 1}` : "Dealer's hand"} />
          ))}
        </div>
        <Shoes view={view} />
      </div>
      <Print card={card} />
      <div class="boxes" {...row} style={{ "--columns": seats.map((box) => `minmax(0, ${width(box, betting, mainSpots(card).length)}fr)`).join(" ") }}>
        {seats.map((box, nth) => (
          <div key={box.box} class={`seat${nth < seats.length / 2 ? "" : " seat-right"}`} style={{ "--drop": `${Math.round((1 - ((box.box - middle) / middle) ** 2) * 52)}px` }}>
            <BoxPlace {...{ box, card, betting }} {...placing} />
          </div>
        ))}
      </div>
    </div>
  );
}

/** What is printed on the cloth: in an arc where there is room for one. */
function Print({ card }: { card: Card }) {
  const blackjack = `Blackjack pays ${card.blackjack_pays.replace(":", " to ")}`;
  const insurance = `Insurance pays ${card.insurance_pays.replace(":", " to ")}`;
  return (
    <>
      <p class="felt-words">
        {blackjack} <small>{insurance}</small>
      </p>
      <svg class="felt-print" viewBox="0 0 1000 190" aria-hidden="true">
        <path id="upper-arc" d="M70 12 Q500 196 930 12" />
        <path id="lower-arc" d="M104 62 Q500 232 896 62" />
        <path class="felt-line" d="M66 34 Q500 218 934 34 M84 72 Q500 252 916 72" />
        <text class="print-upper">
          <textPath href="#upper-arc" startOffset="50%">
            {blackjack}
          </textPath>
        </text>
        <text class="print-lower">
          <textPath href="#lower-arc" startOffset="50%">
            {insurance}
          </textPath>
        </text>
      </svg>
    </>
  );
}

/** Split hands lie side by side and need room, empty boxes give it. */
function width(box: Box, betting: boolean, spots: number): number {
  const hands = (box.hands ?? []).length;
  if (betting) return 1;
  if (!hands) return box.seat ? 0.8 : 0.5;
  return Math.max(1, hands * 0.85, spots > 1 ? 1.3 : 1);
}

/** A row of boxes: on a narrow screen it is pushed, also by keys, and shows the box that matters in its middle; one's own is wider than a free one. */
export function useRow(nth: number, betting: boolean, own: boolean): JSX.HTMLAttributes<HTMLDivElement> & { ref: RefObject<HTMLDivElement> } {
  const narrow = useNarrow();
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const row = ref.current;
    const seat = row?.children[nth] as HTMLElement | undefined;
    if (!row || !seat) return;
    if (seat.querySelector(".box-mine")) bringAbove(seat);
    if (row.scrollWidth > row.clientWidth) row.scrollTo({ left: seat.offsetLeft - row.offsetLeft - (row.clientWidth - seat.offsetWidth) / 2 });
  }, [nth, betting, own, narrow]);
  return narrow ? { ref, tabIndex: 0, role: "group", "aria-label": "Boxes" } : { ref };
}

/** On a low screen the buttons lie over the cloth: not over the box that they are for, as far as there is room. */
function bringAbove(seat: HTMLElement): void {
  const { top, bottom } = seat.getBoundingClientRect();
  const buttons = document.querySelector(".controls")?.getBoundingClientRect().top ?? Infinity;
  if (bottom > buttons) scrollBy(0, Math.min(bottom - buttons, top));
}

function Signs({ card, view }: { card: Card; view: Scene }) {
  const ante = card.spots.find((spot) => spot.kind === "ante");
  const waived = Number(card.options.ante_waiver ?? 0);
  return (
    <div class="felt-signs">
      {view.minimum !== undefined && view.maximum !== undefined && (
        <p>
          {money(view.minimum)} – {money(view.maximum)}
        </p>
      )}
      {ante && (
        <p>
          Ante {money(ante.amount ?? 0)}
          {waived ? `, none from ${money(waived)}` : ""}
        </p>
      )}
      {!!view.meter && (
        <p>
          <small>Progressive</small>{" "}
          <strong class="meter" role="img" aria-label={`Progressive meter ${money(view.meter)}`}>
            {money(view.meter)}
          </strong>
        </p>
      )}
      {!!view.button && <p class="sign-lit">Prize button: box {view.button}</p>}
      {view.button_works === false && <p>The prize button is out of order</p>}
      {view.reader_works === false && <p>The card reader is out of order</p>}
      {view.exposed && <p>Exposed card {view.exposed}</p>}
      {view.rounds_left !== undefined && view.rounds_left >= 0 && <p class="sign-lit">Closes after {view.rounds_left} more {view.rounds_left === 1 ? "round" : "rounds"}</p>}
      {view.closed && <p class="sign-lit">Closed</p>}
    </div>
  );
}

function Shoes({ view }: { view: Scene }) {
  const shoes = view.shoes ?? [];
  return (
    <div class="shoes">
      {shoes.map((shoe, nth) => (
        <figure key={nth} class="shoe">
          <svg viewBox="0 0 76 44" width="76" height="44" aria-hidden="true">
            <path d="M2 26 L14 34 L14 42 L2 34Z" fill="#fff" />
            <path d="M4 27.500 L13 33.500 L13 39.500 L4 33.500Z" fill="#94303e" />
            <path d="M10 12 L66 2 Q74 1 74 9 L74 34 Q74 40 68 40 L16 43 Q10 43 10 37Z" fill="#17181b" stroke="#4a4d55" />
            <path d="M16 16 L66 7 L66 12 L16 21Z" fill="#2c2f36" />
          </svg>
          <meter min={0} max={Math.max(shoe.cards_in, 1)} value={shoe.drawn} aria-label={`Cards dealt from the shoe${shoes.length > 1 ? ` on side ${"ab"[nth]}` : ""}`} />
          <figcaption>
            {shoes.length > 1 && `${"AB"[nth]}: `}
            {shoe.drawn} of {shoe.cards_in} dealt{shoe.cutting_card_out && ", cutting card out"}
          </figcaption>
        </figure>
      ))}
    </div>
  );
}
