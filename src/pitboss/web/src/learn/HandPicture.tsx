/** A hand against the dealer's card, drawn as on a table. */
import { CardShape } from "../table/CardShape";
import { clothOf } from "../blackjack/scene/cloth";
import { learnWords } from "../strings/learn";
import type { Decision } from "./figures";

const WIDTH = 100;
const STEP = 42;

function Cards({ cards, label }: { cards: readonly string[]; label: string }) {
  const width = WIDTH + STEP * (cards.length - 1) + 8;
  return (
    <figure>
      <svg viewBox={`0 0 ${width} 148`} style={{ width: `${width * 0.9}px` }}>
        {cards.map((card, nth) => (
          <g key={nth} transform={`translate(${54 + nth * STEP} 73)`}>
            <CardShape card={card} width={WIDTH} />
          </g>
        ))}
      </svg>
      <figcaption>{label}</figcaption>
    </figure>
  );
}

export function HandPicture({ rulebook, decision }: { rulebook: string; decision: Decision }) {
  return (
    <div class="hand-picture" data-cloth={clothOf(rulebook)}>
      <Cards cards={[decision.up]} label={learnWords.dealer} />
      <Cards cards={decision.cards} label={decision.hands > 1 ? learnWords.ofSplit(decision.hands) : learnWords.yourHand} />
    </div>
  );
}
