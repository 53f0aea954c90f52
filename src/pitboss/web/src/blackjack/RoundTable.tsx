import type { Schemas } from "../api";
import { me } from "../session";
import { Felt } from "./Felt";
import type { Box, Card, Scene } from "./types";
import "../styles/blackjack.css";

const EMPTY: Box = { box: 0, seat: "", decides: "", hands: [], wagers: [], bets: [], lammer: 0, maximum: 0, reserved_for: "" };

/** The table of a round that is over, as it lay at one moment: the same cloth, and nothing on it to press but results. */
export function RoundTable({ card, picture }: { card: Card; picture: Schemas["Picture"] | undefined }) {
  const lying = new Map((picture?.boxes ?? []).map((box) => [box.box, box]));
  const boxes = Array.from({ length: card.boxes }, (_, nth) => {
    const box = lying.get(nth + 1) ?? { ...EMPTY, box: nth + 1 };
    // what is wagered before the deal lies there as chips do, not as a place to bet
    return { ...box, wagers: [...box.wagers, ...box.bets], bets: [] };
  });
  const view: Scene = { phase: "replay", boxes, dealer: picture?.dealer ?? [], meter: picture?.meter ?? 0, button: picture?.button ?? 0 };
  const nothing = () => undefined;
  return <Felt card={card} view={view} player={me.value?.name ?? ""} open={false} onPlace={nothing} onTake={nothing} />;
}
