import { Stack } from "../parts/Chips";
import { money } from "../money";
import { HandCards, WagerMark } from "./Hand";
import type { Box, Cloth, Spot } from "./types";
import { kindName, mainSpots, sideSpots } from "./words";

interface BoxProps {
  box: Box;
  card: Cloth;
  betting: boolean;
  player: string;
  open: boolean;
  onPlace: (box: number, spot: Spot) => void;
  onTake: (box: number, spot: Spot) => void;
}

/** One box of the cloth: its places for wagers, its hands, and who sits there. */
export function BoxPlace({ box, card, betting, player, open, onPlace, onTake }: BoxProps) {
  const mine = box.seat === player || (box.bets ?? []).some((bet) => bet.player === player) || box.decides === player;
  const turn = (box.hands ?? []).some((hand) => hand.in_turn);
  const who = box.seat || box.decides;
  const names = [`Box ${box.box}`, who ? `${who}${who === player ? ", you" : ""}` : "free", box.lammer ? `streak of ${box.lammer}` : ""];
  return (
    <section class={`box${mine ? " box-mine" : ""}${turn ? " box-turn" : ""}${who ? "" : " box-free"}`} aria-label={names.filter(Boolean).join(", ")}>
      <div class="box-hands">
        {(box.hands ?? []).map((hand) => (
          <HandCards key={hand.number} hand={hand} rulebook={card.rulebook} player={player} label={(box.hands ?? []).length > 1 ? `Hand ${hand.number} of box ${box.box}` : `Hand of box ${box.box}`} />
        ))}
      </div>
      <div class="box-wagers">
        {(box.wagers ?? []).map((wager, nth) => (
          <WagerMark key={nth} wager={wager} rulebook={card.rulebook} mine={wager.player === player} />
        ))}
      </div>
      {betting && (
        <div class="spots">
          {[...sideSpots(card), ...mainSpots(card)].map((spot) => (
            <SpotPlace key={`${spot.kind}${spot.spot}`} spot={spot} box={box} several={mainSpots(card).length > 1} {...{ player, open, onPlace, onTake }} />
          ))}
        </div>
      )}
      <p class="box-name">
        <span class="box-number">{box.box}</span> {who || "free"}
        {!!box.lammer && (
          <span class="lammer" title="Hands won in a row">
            {box.lammer}
          </span>
        )}
      </p>
    </section>
  );
}

interface SpotProps {
  spot: Spot;
  box: Box;
  several: boolean;
  player: string;
  open: boolean;
  onPlace: (box: number, spot: Spot) => void;
  onTake: (box: number, spot: Spot) => void;
}

function SpotPlace({ spot, box, several, player, open, onPlace, onTake }: SpotProps) {
  const lying = (box.bets ?? []).filter((bet) => bet.kind === spot.kind && (spot.kind !== "main" || bet.spot === spot.spot));
  const own = lying.find((bet) => bet.player === player);
  const name = spot.kind === "main" ? (several ? `spot ${spot.spot}` : "main wager") : kindName(spot.kind);
  const others = lying.filter((bet) => bet.player !== player);
  const label = `Box ${box.box}, ${name}${own ? `, you have ${money(own.amount)}` : ""}${others.length ? `, ${others.map((bet) => `${bet.player} ${money(bet.amount)}`).join(", ")}` : ""}`;
  return (
    <button
      type="button"
      class={`spot spot-${spot.kind === "main" ? "main" : "side"}`}
      aria-label={label}
      aria-disabled={!open}
      onClick={() => onPlace(box.box, spot)}
      onContextMenu={(event) => {
        event.preventDefault();
        onTake(box.box, spot);
      }}
      onKeyDown={(event) => {
        if (event.key === "Delete" || event.key === "Backspace") onTake(box.box, spot);
      }}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        onPlace(box.box, spot);
      }}
    >
      {lying.length ? lying.map((bet) => <Stack key={bet.player} cents={bet.amount} size={22} />) : <span class="spot-name">{spot.kind === "main" ? (several ? spot.spot : "") : kindName(spot.kind)}</span>}
    </button>
  );
}
