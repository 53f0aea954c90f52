import { money } from "../money";
import { HandCards, WagerMark } from "./Hand";
import { SpotPlace } from "./SpotPlace";
import type { Action, Box, Cloth, Refusals, Spot } from "./types";
import { mainSpots, sideSpots } from "./words";

export interface Placing {
  player: string;
  /** Whether wagers may be placed here now. */
  open: boolean;
  refusals?: Refusals;
  onPlace: (box: number, spot: Spot) => void;
  onTake: (box: number, spot: Spot) => void;
  /** How a seat at a box is taken without a wager, or given up, where that may be done now. */
  seatAt?: (box: number) => Action | undefined;
  onSeat?: (words: string) => void;
}

interface BoxProps extends Placing {
  box: Box;
  card: Cloth;
  betting: boolean;
}

/** One box of the cloth: its places for wagers, its hands, and who sits there. */
export function BoxPlace({ box, card, betting, ...placing }: BoxProps) {
  const { player } = placing;
  const bets = box.bets ?? [];
  const mine = box.seat === player || bets.some((bet) => bet.player === player) || box.decides === player;
  const hands = betting && bets.length ? [] : (box.hands ?? []);
  // wagers that last several rounds stay when the cards are cleared
  const wagers = (box.wagers ?? []).filter((wager) => !betting || !bets.length || wager.result == null);
  const who = box.seat || box.decides;
  const spots = mainSpots(card);
  const names = [`Box ${box.box}`, who ? `${who}${who === player ? ", you" : ""}` : "free", box.lammer ? `streak of ${box.lammer}` : ""];
  const turn = hands.some((hand) => hand.in_turn);
  return (
    <section class={`box${mine && player ? " box-mine" : ""}${turn ? " box-turn" : ""}${who ? "" : " box-free"}`} aria-label={names.filter(Boolean).join(", ")}>
      {!!hands.length && (
        <div class="box-hands">
          {hands.map((hand) => (
            <HandCards key={hand.number} hand={hand} rulebook={card.rulebook} player={player} spots={spots.length > 1} label={hands.length > 1 ? `Hand ${hand.number} of box ${box.box}` : `Hand of box ${box.box}`} />
          ))}
        </div>
      )}
      {!!wagers.length && (
        <div class="wagers">
          {wagers.map((wager, nth) => (
            <WagerMark key={nth} wager={wager} rulebook={card.rulebook} mine={wager.player === player} />
          ))}
        </div>
      )}
      {betting && (
        <div class="spots">
          <div class="spots-side">
            {sideSpots(card).map((spot) => (
              <SpotPlace key={spot.kind} spot={spot} box={box} several={false} {...placing} />
            ))}
          </div>
          <div class="spots-main">
            {spots.map((spot) => (
              <SpotPlace key={spot.spot} spot={spot} box={box} several={spots.length > 1} {...placing} />
            ))}
          </div>
          {bets.some((bet) => bet.kind === "ante") && (
            <div class="wagers">
              {bets.filter((bet) => bet.kind === "ante").map((bet) => (
                <WagerMark key={bet.player} wager={bet} rulebook={card.rulebook} mine={bet.player === player} />
              ))}
            </div>
          )}
        </div>
      )}
      <BoxName {...{ box, who, betting }} {...placing} />
    </section>
  );
}

function BoxName({ box, who, betting, seatAt, onSeat }: Placing & { box: Box; who: string; betting: boolean }) {
  const found = betting ? seatAt?.(box.box) : undefined;
  // where wagers lie it is these that are taken back
  const seat = found?.verb === "leave" && (box.bets ?? []).length ? undefined : found;
  const sits = seat?.verb === "sit";
  return (
    <div class="box-name">
      <span>
        <span class="box-number">{box.box}</span> {who || (sits ? "" : "free")}
        {!!box.lammer && (
          <span class="lammer" role="img" aria-label={`Lammer: ${box.lammer} won in a row`} title="Hands won in a row">
            {box.lammer}
          </span>
        )}
      </span>
      {!!box.maximum && (
        <small title={`Maximum of ${box.reserved_for} on this box`}>
          {box.reserved_for}: to {money(box.maximum)}
        </small>
      )}
      {seat && (
        <button type="button" class="quiet" aria-label={sits ? `Sit here, at box ${box.box}, without a wager` : `Stand up from box ${box.box}`} onClick={() => onSeat?.(seat.words)}>
          {sits ? "Sit here" : "Stand up"}
        </button>
      )}
    </div>
  );
}
