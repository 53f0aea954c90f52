/** Sheets over the felt of a tournament: conditions, final standings, money beside it, why a wager won or lost, another amount. */
import { OtherAmount } from "../blackjack/OtherAmount";
import { Amount } from "../blackjack/Purse";
import type { SceneWager } from "../blackjack/scene/model";
import { Why } from "../blackjack/Sheets";
import type { Bets } from "../blackjack/bets";
import type { Action } from "../blackjack/types";
import { ACTIONS } from "../blackjack/words";
import { amount, cents, money } from "../money";
import { Clauses } from "../parts/ClauseRef";
import { RoundResult } from "../parts/RoundResult";
import { plain } from "../plain";
import { blackjackResults } from "../results";
import { me } from "../session";
import { t } from "../strings";
import { tournamentWords } from "../strings/tournament";
import { Sheet } from "../table/Shell";
import { Leaders } from "./Standings";
import { entriesIn } from "./standing";
import type { Card, CupTableView, View, You } from "./types";

export type Open = { kind: "conditions" | "purse" | "results" } | { kind: "why"; wager: SceneWager } | { kind: "less"; action: Action } | null;

interface CupSheetsProps {
  open: Open;
  card: Card;
  /** The view as far as it was shown. */
  view: View;
  you: You;
  table: CupTableView;
  bets: Bets;
  player: string;
  stakes: number[];
  speak: (words: string) => Promise<boolean>;
  onClose: () => void;
}

export function CupSheets(props: CupSheetsProps) {
  const { open, card, view, table, player, stakes, speak, onClose } = props;
  if (!open) return null;
  if (open.kind === "conditions") return <Conditions {...{ card, view, onClose }} />;
  if (open.kind === "purse") return <Purse {...props} />;
  if (open.kind === "why") return <Why wager={open.wager} rulebook={card.rulebook} onClose={onClose} />;
  if (open.kind === "less")
    return (
      <Sheet title={open.action.verb === "cut" ? t.blackjack.cutElsewhere : t.blackjack.forLess(ACTIONS[open.action.verb] ?? plain(open.action.verb))} onClose={onClose}>
        <OtherAmount action={open.action} rulebook={card.rulebook} several={false} stakes={stakes} onDo={(words) => (void speak(words), onClose())} />
      </Sheet>
    );
  const over = view.phase === "over";
  return (
    <Sheet title={over ? tournamentWords.result : t.blackjack.results} onClose={onClose}>
      {over ? <Leaders {...{ card, view, player }} /> : <RoundResult settled={blackjackResults(table, player)} rulebook={card.rulebook} />}
    </Sheet>
  );
}

/** The conditions of entry and of play, each as a line. */
function Conditions({ card, view, onClose }: { card: Card; view: View; onClose: () => void }) {
  const words = tournamentWords.terms;
  const length = ([unit, count]: readonly [string, number]) => words.units[unit]?.(count) ?? `${count} ${unit}`;
  const odds = (text: string) => text.replace(":", " to ");
  const lines: [string, string][] = [
    [words.entry, card.entry_fee ? money(card.entry_fee) : words.free],
    [words.chips, card.chips_are_bought ? words.bought(money(card.chips)) : money(card.chips)],
    [words.bets, tournamentWords.limits(card.minimum, card.maximum)],
    [words.length, length(card.session)],
    [words.playoff, length(card.playoff)],
    [words.goOn, view.final ? words.goOnFinal : words.goOnOf(card.advance, card.alternates)],
    ...(card.bet_seconds ? [[words.betTime, words.seconds(card.bet_seconds)] as [string, string]] : []),
    [words.pool, money(view.pool)],
    [words.prizes, card.prizes.length ? card.prizes.map(money).join(", ") : words.winnerTakes],
    [words.players, words.needed(entriesIn(view).length, card.min_players, card.max_players)],
    [words.finish, card.finishing ? words.finishBy(card.finishing) : words.finishNever],
  ];
  return (
    <Sheet title={tournamentWords.conditions} onClose={onClose}>
      <table class="pays">
        <tbody>
          {lines.map(([name, value]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{value}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p>
        {words.blackjack(odds(card.blackjack_pays))} · {words.insurance(odds(card.insurance_pays))}
      </p>
      {view.unfinishable && (
        <p class="due-words">
          <span translate={false}>{view.unfinishable.message}</span> <Clauses rulebook={card.rulebook} clauses={view.unfinishable.clauses ?? []} />
        </p>
      )}
    </Sheet>
  );
}

/** Money for fees, chips that may be changed back, and another amount to bet. */
function Purse({ card, you, bets, speak, onClose }: CupSheetsProps) {
  const here = you.money ?? 0;
  const redeem = (you.actions ?? []).find(({ verb, refusal }) => verb === "redeem" && !refusal);
  const start = Math.min(me.value?.wallet ?? 0, Math.max(card.entry_fee + (card.chips_are_bought ? card.chips : 0), 10_000));
  return (
    <Sheet title={tournamentWords.purse} onClose={onClose}>
      <p class="sheet-sum">{money(here)}</p>
      <p class="soft">{tournamentWords.purseHint}</p>
      <Amount start={start} label={tournamentWords.add} speak={speak} onDone={onClose} />
      <p>
        <label>
          {t.blackjack.otherAmount} <input inputMode="decimal" size={8} value={bets.exact ? amount(bets.exact) : ""} onInput={(event) => bets.setExact(cents(event.currentTarget.value) ?? 0)} />
        </label>{" "}
        <span class="soft">{t.blackjack.otherAmountHint}</span>
      </p>
      {redeem && (
        <button type="button" class="btn" onClick={() => void speak(redeem.words).then((done) => done && onClose())}>
          {tournamentWords.redeem(cents(redeem.words.split(" ").at(-1) ?? "") ?? 0)}
        </button>
      )}
      {here > 0 && (
        <button type="button" class="btn" onClick={() => void speak("leave").then((done) => done && onClose())}>
          {tournamentWords.take(here)}
        </button>
      )}
    </Sheet>
  );
}
