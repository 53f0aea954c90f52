/** Signs beside the limit sign: ante, progressive meter, prize button, what is out of order. */
import { money } from "../../money";
import { t } from "../../strings";
import { cardShort } from "../../table/cardNames";
import type { Cloth, View } from "../types";
import type { Geometry } from "./geometry";

/** The lines that are true now. */
export function signLines(card: Cloth, view: Partial<View>): string[] {
  const words = t.blackjack;
  const ante = card.spots.find((spot) => spot.kind === "ante");
  const waived = Number(card.options?.ante_waiver ?? 0);
  return [
    ante && words.ante(money(ante.amount ?? 0), waived ? money(waived) : ""),
    view.meter && words.progressive(money(view.meter)),
    view.button && words.prizeButton(view.button),
    view.button_works === false && words.buttonBroken,
    view.reader_works === false && words.readerBroken,
    view.exposed && words.exposed(cardShort(view.exposed)),
    view.rounds_left !== undefined && view.rounds_left >= 0 && words.closesAfter(view.rounds_left),
    view.closed && words.closed,
  ].filter((line): line is string => !!line);
}

export function Signs({ geometry: { sign, layout }, card, view }: { geometry: Geometry; card: Cloth; view: Partial<View> }) {
  const lines = signLines(card, view);
  if (!lines.length) return null;
  const size = layout === "wide" ? 15 : 12;
  const top = sign.y + (sign.compact ? 32 : 72 * sign.scale);
  return (
    <g class="felt-signs">
      {!!view.meter && (
        <g role="img" aria-label={t.blackjack.progressiveMeter(money(view.meter))}>
          <rect x={sign.x - 42} y={top - size} width={84} height={size * 1.2} fill="transparent" />
        </g>
      )}
      {lines.map((line, nth) => (
        <text key={nth} x={sign.x - (sign.compact ? 42 : 68 * sign.scale)} y={top + nth * size * 1.3} class="print-2 small-print" font-size={size}>
          {line}
        </text>
      ))}
    </g>
  );
}
