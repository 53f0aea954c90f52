/** Sheets over the stage: the racetrack of a phone, another amount, and the limits with what each wager pays. */
import { useState } from "preact/hooks";
import { cents, money } from "../money";
import { Clauses } from "../parts/ClauseRef";
import { t } from "../strings";
import { useLayout } from "../table/layout";
import { Sheet } from "../table/Shell";
import type { Bets } from "./bets";
import { Chips, stacksOf } from "./ChipLayer";
import { colourOf } from "./colours";
import { chipWords, dollyNumber, wagersShown, type FeltProps } from "./Felt";
import { spokenOdds } from "./figures";
import { nameOf } from "./positions";
import { groupPoints, numberPoints, Racetrack } from "./Racetrack";
import { TRACK_SHEETS } from "./scene";
import type { Card, View } from "./types";

type TrackProps = Pick<FeltProps, "stage" | "player" | "each" | "open" | "aim" | "onAim" | "onPlace" | "onTake" | "onNumbers">;

export function TrackSheet({ stage, player, aim, onClose, ...handlers }: TrackProps & { onClose: () => void }) {
  const { layout } = useLayout();
  const { width, height, race, font, chip } = TRACK_SHEETS[layout === "lying" ? "lying" : "upright"];
  const { card, view, busy } = stage;
  const dolly = dollyNumber(stage);
  const won = (position: Card["positions"][number]) => dolly !== null && (!busy || stage.lit) && position.numbers.includes(dolly);
  const numbers = numberPoints(race, card);
  const groups = groupPoints(race, card);
  const stacks = stacksOf(wagersShown(stage), player, (name) => numbers.get(name) ?? groups.get(name) ?? null, (name) => colourOf(view, name), chip);
  return (
    <Sheet title={t.roulette.track} onClose={onClose}>
      <svg class="track-sheet" viewBox={`0 0 ${width} ${height}`} role="group" aria-label={t.roulette.racetrack}>
        <Racetrack oval={race} font={font} {...{ card, won }} covered={new Set(aim?.numbers ?? [])} chips={chipWords(stage)} {...handlers} />
        <g aria-hidden="true" class="cloth-chips">
          {stacks.map((stack) => (
            <g key={stack.key} transform={`translate(${stack.at.x} ${stack.at.y})`}>
              <Chips stack={stack} radius={numbers.has(nameOf(stack.wager)) ? chip * 0.7 : chip} />
            </g>
          ))}
        </g>
      </svg>
    </Sheet>
  );
}

/** An amount that is not made of one chip. */
export function AmountSheet({ bets, onClose }: { bets: Bets; onClose: () => void }) {
  const [text, setText] = useState(bets.exact ? String(bets.exact / 100) : "");
  const amount = cents(text);
  return (
    <Sheet title={t.roulette.otherAmount} onClose={onClose}>
      <form
        class="seat-form"
        onSubmit={(event) => {
          event.preventDefault();
          bets.setExact(amount ?? 0);
          onClose();
        }}
      >
        <label>
          <span class="unseen">{t.roulette.otherAmount}</span>
          <input inputMode="decimal" size={8} value={text} onInput={(event) => setText(event.currentTarget.value)} />
        </label>
        <button type="submit" class="btn" disabled={!amount}>
          {t.roulette.setAmount}
        </button>
        {bets.rack && (
          <label class="own-chips">
            <input type="checkbox" checked={bets.coloured} onChange={(event) => bets.setColoured(event.currentTarget.checked)} /> {t.roulette.ownChips(bets.rack.colour, bets.rack.value)}
          </label>
        )}
      </form>
    </Sheet>
  );
}

/** The limit sign: the table's limits, and the odds and the maximum of each kind of wager. */
export function LimitsSheet({ card, view, onClose }: { card: Card; view: View; onClose: () => void }) {
  const kinds = [...Map.groupBy(card.positions, ({ kind }) => kind).values()].map((positions) => positions[0]!);
  return (
    <Sheet title={t.common.payTable} onClose={onClose}>
      <p>{t.common.limits(t.roulette.range(view.minimum, view.maximum))}</p>
      <table class="bets">
        <thead>
          <tr>
            <th scope="col">{t.roulette.bet}</th>
            <th scope="col">{t.roulette.numbers}</th>
            <th scope="col">{t.roulette.pays}</th>
            <th scope="col">{t.roulette.most}</th>
            <th scope="col">{t.roulette.clause}</th>
          </tr>
        </thead>
        <tbody>
          {kinds.map(({ kind, numbers, pays, most, clauses }) => (
            <tr key={kind}>
              <td>{t.roulette.kinds[kind] ?? kind}</td>
              <td>{numbers.length}</td>
              <td>{spokenOdds(pays)}</td>
              <td>{money(most)}</td>
              <td>
                <Clauses rulebook={card.rulebook} clauses={clauses} few={1} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Sheet>
  );
}
