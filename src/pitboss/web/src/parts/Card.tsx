import { effect, signal } from "@preact/signals";
import { settings } from "../settings";

// Faces are files of their own, fetched as they are first shown.
const two = import.meta.glob<string>("/node_modules/react-free-playing-cards/src/images/2color/*.svg", { query: "?url", import: "default", eager: true });
const four = signal<Record<string, string>>({});
effect(() => {
  if (settings.value.fourColours) void import("./fourColours").then((deck) => (four.value = deck.default));
});

const RANKS: Record<string, string> = { A: "ace", T: "ten", J: "jack", Q: "queen", K: "king" };
const SUITS: Record<string, string> = { s: "spades", h: "hearts", d: "diamonds", c: "clubs" };

/** "ace of spades" for As. */
function cardName(card: string): string {
  const rank = card.slice(0, -1);
  return `${RANKS[rank] ?? rank} of ${SUITS[card.slice(-1)] ?? card.slice(-1)}`;
}

function face(card: string): string {
  const [deck, folder] = settings.value.fourColours ? [four.value, "4color"] : [two, "2color"];
  return deck[`/node_modules/react-free-playing-cards/src/images/${folder}/${card.toUpperCase()}.svg`] ?? "";
}

/** What stands in the corner: "10" for a ten. */
const CORNERS: Record<string, string> = { T: "10" };
const SIGNS: Record<string, string> = { s: "♠", h: "♥", d: "♦", c: "♣" };

interface CardProps {
  card: string | null;
  /** How many lie before it in its hand: it comes that much later. */
  index?: number;
  sideways?: boolean;
  /** It lay there face down before. */
  turned?: boolean;
}

/** A card by its two letters ("As", "Td"), or its back where nobody may see it. Its corner is large, to be read in a fan. */
export function Card({ card, index = 0, sideways = false, turned = false }: CardProps) {
  const kind = `card${sideways ? " card-sideways" : ""}${turned ? " card-turned" : ""}`;
  const order = { "--nth": index } as Record<string, string | number>;
  if (card === null) return <span class={`${kind} card-back`} style={order} role="img" aria-label="a card face down" />;
  const [rank, suit] = [card.slice(0, -1), card.slice(-1)];
  const colour = settings.value.fourColours ? ` four-${suit}` : suit === "h" || suit === "d" ? " card-red" : "";
  return (
    <span class={`${kind}${colour}`} style={order} role="img" aria-label={cardName(card)}>
      <span class="card-corner" aria-hidden="true">
        {CORNERS[rank] ?? rank}
        <span>{SIGNS[suit]}</span>
      </span>
      <span class="card-face" style={{ backgroundImage: `url("${face(card)}")` }} />
    </span>
  );
}
