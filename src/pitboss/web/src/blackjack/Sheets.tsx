/** Sheets over the felt: pay tables and limits, why a wager won or lost, all results, chips, another amount. */
import { money } from "../money";
import { Clauses } from "../parts/ClauseRef";
import { RoundResult } from "../parts/RoundResult";
import { blackjackResults } from "../results";
import { t } from "../strings";
import { Sheet } from "../table/Shell";
import type { Bets } from "./bets";
import { OtherAmount } from "./OtherAmount";
import { PurseSheet } from "./Purse";
import { payText } from "./scene/BoxDrawing";
import { spotName } from "./scene/cloth";
import type { SceneWager } from "./scene/model";
import { signLines } from "./scene/Signs";
import type { Action, Card, Pay, View } from "./types";
import { ACTIONS, outcomeText } from "./words";


export type Open = { kind: "pays" | "purse" | "results" } | { kind: "why"; wager: SceneWager; box: number } | { kind: "less"; action: Action } | null;

interface SheetsProps {
  open: Open;
  card: Card;
  view: View;
  bets: Bets;
  player: string;
  balance: number;
  stakes: number[];
  speak: (words: string) => Promise<boolean>;
  onDo: (words: string) => void;
  onClose: () => void;
}

export function Sheets({ open, card, view, bets, player, balance, stakes, speak, onDo, onClose }: SheetsProps) {
  if (!open) return null;
  if (open.kind === "pays") return <PayTables {...{ card, view, onClose }} />;
  if (open.kind === "purse") return <PurseSheet {...{ view, balance, bets, speak, onClose }} />;
  if (open.kind === "why") return <Why wager={open.wager} rulebook={card.rulebook} onClose={onClose} />;
  if (open.kind === "less")
    return (
      <Sheet title={open.action.verb === "cut" ? t.blackjack.cutElsewhere : t.blackjack.forLess(ACTIONS[open.action.verb] ?? t.results.otherAction(open.action.verb))} onClose={onClose}>
        <OtherAmount action={open.action} rulebook={card.rulebook} several={false} stakes={stakes} onDo={(words) => (onDo(words), onClose())} />
      </Sheet>
    );
  return (
    <Sheet title={t.blackjack.results} onClose={onClose}>
      <RoundResult settled={blackjackResults(view, player)} rulebook={card.rulebook} />
    </Sheet>
  );
}

export function Why({ wager, rulebook, onClose }: { wager: SceneWager; rulebook: string; onClose: () => void }) {
  return (
    <Sheet title={t.blackjack.why(wager.player, t.blackjack.wager(wager.kind))} onClose={onClose}>
      <p class="result-why">
        <strong class={(wager.result ?? 0) > 0 ? "won" : ""}>{outcomeText(wager)}</strong> · {t.results.outcome(wager.outcome ?? "")} <Clauses rulebook={rulebook} clauses={wager.clauses ?? []} />
      </p>
    </Sheet>
  );
}

/** What the cloth prints beside the main wager: blackjack and insurance. */
function printedOdds({ blackjack_pays, insurance_pays }: Card): Pay[] {
  return [["blackjack", blackjack_pays], ["insurance", insurance_pays]].map(([name = "", odds = ""]) => ({ name, odds, award: 0, clauses: [] }));
}

/** Every wager of the table: what it takes and what it pays, each with its clause. */
function PayTables({ card, view, onClose }: { card: Card; view: View; onClose: () => void }) {
  return (
    <Sheet title={t.blackjack.payTables} onClose={onClose}>
      {signLines(card, view).map((line) => (
        <p key={line}>{line}</p>
      ))}
      {card.spots
        .filter((spot) => spot.kind !== "main" || (spot.spot ?? 1) === 1)
        .map((spot) => (
          <table key={spot.kind} class="pays">
            <caption>
              {t.results.kinds[spot.kind] ?? t.blackjack.spotName(spotName(spot))} <small>{spot.amount ? money(spot.amount) : spot.most ? `${money(spot.least)} – ${money(spot.most)}` : t.blackjack.from(money(spot.least))}</small> <Clauses rulebook={card.rulebook} clauses={spot.clauses ?? []} few={2} />
            </caption>
            <tbody>
              {[...(spot.pays ?? []), ...(spot.kind === "main" ? printedOdds(card) : [])].map((pay) => (
                <tr key={pay.name}>
                  <th scope="row">{t.results.pay(spot.kind, pay.name)}</th>
                  <td>{payText(pay)}</td>
                  <td>
                    <Clauses rulebook={card.rulebook} clauses={(pay.clauses ?? []).slice(0, 1)} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        ))}
    </Sheet>
  );
}
