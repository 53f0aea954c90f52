/** The standings beside the felt: rank, chips, bets and what a rank is worth; the betting order; time, limits and prizes. */
import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Schemas } from "../api";
import { money } from "../money";
import { Clauses } from "../parts/ClauseRef";
import { secondsLeft } from "../parts/deadline";
import { plain } from "../plain";
import { t } from "../strings";
import { personName } from "../table/people";
import { tournamentWords } from "../strings/tournament";
import { entriesIn, stageLine, standingsOf, type Group, type Row } from "./standing";
import type { Card, CupTableView, View } from "./types";

interface StandingsProps {
  card: Card;
  /** The view as far as it was shown. */
  view: View;
  table: CupTableView | undefined;
  player: string;
  clock: Schemas["DeadlineInfo"][];
  /** The coach of a player who has entered. */
  coach: ComponentChildren;
}

export function Standings({ card, view, table, player, clock, coach }: StandingsProps) {
  const due = view.tables.filter(({ playoff_due, running }) => playoff_due.length && !running);
  return (
    <>
      <h2>
        {tournamentWords.standings}
        <small data-stage>{stageLine(view, table)}</small>
      </h2>
      <Leaders {...{ card, view, player }} />
      <div class="cup-foot">
        {table && view.phase === "session" && <Order table={table} player={player} />}
        {view.unfinishable && (
          <p class="due-words">
            <span translate={false}>{view.unfinishable.message}</span> <Clauses rulebook={card.rulebook} clauses={view.unfinishable.clauses ?? []} />
          </p>
        )}
        {due.map((each) => (
          <p key={each.number} class="due-words">
            {tournamentWords.playoffDue(tournamentWords.and(each.playoff_due))}
          </p>
        ))}
        <Facts {...{ card, view, clock }} />
        {coach}
      </div>
    </>
  );
}

export function Leaders({ card, view, player }: { card: Card; view: View; player: string }) {
  const groups = standingsOf(view, card, money, player);
  const words = tournamentWords.columns;
  const prizes = view.final || view.phase === "over";
  if (!entriesIn(view).length) return <p class="soft">{tournamentWords.noEntries}</p>;
  return (
    <div class="leaders-area" tabIndex={0} role="group" aria-label={tournamentWords.standings}>
      <table class="leaders">
        <thead>
          <tr>
            <th scope="col" class="rank">
              <span class="unseen">{words.rank}</span>
            </th>
            <th scope="col">{words.player}</th>
            <th scope="col" class="number">
              {words.bet}
            </th>
            <th scope="col" class="number">
              {words.chips}
            </th>
            <th scope="col" class="number" title={prizes ? undefined : tournamentWords.goesOnHint(card.advance)}>
              {prizes ? words.prize : words.next}
            </th>
          </tr>
        </thead>
        {groups.map((group) => (
          <Rows key={group.table} group={group} several={groups.length > 1} player={player} />
        ))}
      </table>
    </div>
  );
}

function Rows({ group, several, player }: { group: Group; several: boolean; player: string }) {
  return (
    <tbody>
      {several && !!group.table && (
        <tr class="group">
          <th colSpan={5} scope="rowgroup">
            {tournamentWords.table(group.table)}
          </th>
        </tr>
      )}
      {group.rows.map((row) => (
        <Leader key={row.entry.player} row={row} own={row.entry.player === player} />
      ))}
    </tbody>
  );
}

function Leader({ row: { entry, rank, chips, bet, next, first, worth }, own }: { row: Row; own: boolean }) {
  const settled = entry.place && entry.status === "qualified";
  const status = [settled ? "" : (tournamentWords.statuses[entry.status] ?? entry.status), entry.reason && `(${plain(entry.reason)})`, entry.late && tournamentWords.late].filter(Boolean).join(" ");
  return (
    <tr class={[own && "you", next && "next", `stands-${entry.status}`].filter(Boolean).join(" ")} data-player={entry.player} aria-current={next ? "step" : undefined}>
      <td class="rank">{rank || ""}</td>
      <th scope="row">
        <span class="who">{own ? t.blackjack.you : personName(entry.player)}</span>
        {first && (
          <i class="first-disc" title={tournamentWords.betsFirst}>
            <span aria-hidden="true">1</span>
            <span class="unseen">{tournamentWords.betsFirst}</span>
          </i>
        )}
        {status && <small>{status}</small>}
      </th>
      <td class="number">{bet ? money(bet) : next ? <small>{tournamentWords.betsNext}</small> : ""}</td>
      <td class="number" data-chips>
        {chips === null ? "" : money(chips)}
      </td>
      <td class="number worth">{worth}</td>
    </tr>
  );
}

/** Everybody from the marker on: who has bet, and whose bet is next. */
function Order({ table, player }: { table: CupTableView; player: string }) {
  const words = tournamentWords;
  const betting = table.running && table.phase === "betting";
  return (
    <ol class="order" aria-label={words.order} tabIndex={0}>
      {table.order.map((name) => {
        const next = betting && name === table.to_bet[0];
        return (
          <li key={name} class={next ? "order-now" : ""} aria-current={next ? "step" : undefined}>
            {name === player ? t.blackjack.you : personName(name)}
            {betting && !table.to_bet.includes(name) && <span role="img" aria-label={words.hasBet}> ✓</span>}
          </li>
        );
      })}
    </ol>
  );
}

function Facts({ card, view, clock }: Omit<StandingsProps, "player" | "table" | "coach">) {
  const words = tournamentWords.facts;
  const left = useTimeLeft(clock);
  const inPlay = entriesIn(view).filter(({ status }) => status === "playing" || status === "qualified").length;
  const facts: [string, string][] = [
    view.phase === "session" && left !== null ? [words.time, tournamentWords.clock(left)] : view.phase === "session" ? [words.left, String(inPlay)] : [words.entered, String(entriesIn(view).length)],
    [words.pool, money(view.pool)],
    [words.prizes, card.prizes.length ? card.prizes.map(money).join(" · ") : tournamentWords.terms.winnerTakes],
  ];
  return (
    <dl class="facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Seconds left of a timed session; null where it is counted otherwise. */
function useTimeLeft(clock: Schemas["DeadlineInfo"][]): number | null {
  const due = clock.find(({ what, seconds }) => what === "time" && seconds > 0);
  const [, tick] = useState(0);
  useEffect(() => {
    if (!due) return;
    const timer = setInterval(() => tick((count) => count + 1), 500);
    return () => clearInterval(timer);
  }, [due]);
  return due ? secondsLeft(due, clock) : null;
}
