import { CardShape } from "../table/CardShape";
import { cardName } from "../table/cardNames";

interface CardProps {
  card: string | null;
  /** How many lie before it in its hand: it comes that much later. */
  index?: number;
  sideways?: boolean;
  /** It lay there face down before. */
  turned?: boolean;
}

/** A card by its two letters ("As", "Td") in the flow of a page, or its back if it is hidden. */
export function Card({ card, index = 0, sideways = false, turned = false }: CardProps) {
  const kind = `card${sideways ? " card-sideways" : ""}${turned ? " card-turned" : ""}${card ? "" : " card-back"}`;
  return (
    <span class={kind} style={{ "--nth": index } as Record<string, string | number>} role="img" aria-label={card ? cardName(card) : "a card face down"}>
      <svg viewBox="-50 -70 100 140" aria-hidden="true">
        <CardShape card={card} width={100} />
      </svg>
    </span>
  );
}
