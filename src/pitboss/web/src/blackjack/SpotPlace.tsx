import { money } from "../money";
import { Stack } from "../parts/Chips";
import { plain } from "../plain";
import type { Placing } from "./BoxPlace";
import type { Box, LaidWager, Spot } from "./types";

interface SpotProps extends Placing {
  spot: Spot;
  box: Box;
  /** Whether the box has several spots for main wagers, which are then numbered. */
  several: boolean;
}

/** A place for a wager: click, drop, or Enter places a chip; a right click or Delete takes all of it back. */
export function SpotPlace({ spot, box, several, player, open, refusals, onPlace, onTake }: SpotProps) {
  const main = spot.kind === "main";
  const lying = (box.bets ?? []).filter((bet) => bet.kind === spot.kind && (!main || bet.spot === spot.spot));
  const own: LaidWager | undefined = lying.find((bet) => bet.player === player);
  const others = lying.filter((bet) => bet.player !== player);
  const name = main ? (several ? `spot ${spot.spot}` : "main wager") : plain(spot.kind);
  const label = [
    `Box ${box.box}, ${name}`,
    own ? `you have ${money(own.amount)}${own.waits ? ", not bet yet" : ""}` : "",
    others.map((bet) => `${bet.player} ${money(bet.amount)}`).join(", "),
  ];
  const reason = main ? null : refusals?.[spot.kind];
  return (
    <button
      type="button"
      class={`spot spot-${main ? "main" : "side"}${several ? " spot-small" : ""}${own?.waits ? " spot-waits" : ""}`}
      aria-disabled={!open || undefined}
      title={reason ? reason.message : about(spot, name)}
      onClick={() => onPlace(box.box, spot)}
      onContextMenu={(event) => {
        event.preventDefault();
        onTake(box.box, spot);
      }}
      onKeyDown={(event) => (event.key === "Delete" || event.key === "Backspace") && onTake(box.box, spot)}
      data-drop
    >
      <span class="unseen">{label.filter(Boolean).join(", ")}</span>
      <span aria-hidden="true">
        {lying.length ? (
          <span class="spot-stacks">
            {[...(own ? [own] : []), ...others].map((bet) => (
              <Stack key={bet.player} cents={bet.amount} size={lying.length > 1 ? 18 : 22} />
            ))}
          </span>
        ) : (
          <span class="spot-name">{main ? (several ? spot.spot : "") : plain(spot.kind)}</span>
        )}
      </span>
    </button>
  );
}

/** What a spot takes and pays, as a sign beside it would say. */
function about(spot: Spot, name: string): string {
  const takes = spot.amount ? money(spot.amount) : spot.most ? `${money(spot.least)} to ${money(spot.most)}` : `from ${money(spot.least)}`;
  const pays = (spot.pays ?? []).map((pay) => `${plain(pay.name)} ${pay.odds ? pay.odds.replace(":", " to ") : money(pay.award)}`);
  return `${name}: ${takes}${pays.length ? `; pays ${pays.join(", ")}` : ""}`;
}
