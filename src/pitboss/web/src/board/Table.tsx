/** The table of any game that the page does not know: its board, its commands, and the log with the clauses. */
import { useEffect, useRef, useState } from "preact/hooks";
import { JoinForm } from "../blackjack/Purse";
import { LogPanel } from "../table/LogPanel";
import { useTable } from "../live";
import { amount } from "../money";
import type { TableProps } from "../pages/Table";
import { Loading } from "../parts/Loading";
import { ClockLine } from "../roulette/ClockLine";
import { SeatSheet } from "../roulette/Seat";
import { navigate } from "../router";
import { notify } from "../say";
import { askForGuests, guests, me } from "../session";
import { t } from "../strings";
import { boardWords as words } from "../strings/board";
import { Shell, type SidePanel } from "../table/Shell";
import { Acts, BigButton, ChipTray, Say, trayOf, type Act } from "../table/Strip";
import { useTitle } from "../use";
import { Board, sum } from "./Board";
import { Forms, verbName } from "./Forms";
import type { Card, Form, Place, View, You } from "./types";
import "../styles/board.css";

/** The command with which a player ends their betting. */
const READY = "ready";

export default function Table({ id, info }: TableProps) {
  useTitle(info.title);
  const live = useTable<Card, View, You>(id);
  const [chip, setChip] = useState(0);
  const [sheet, setSheet] = useState(false);
  const since = useRef(-1);
  useEffect(() => void (me.value || askForGuests().catch(notify)), [me.value]);
  const { card, view, you, speak } = live;
  if (!card || !view || !you) return <Loading />;
  if (since.current < 0) since.current = view.version;

  const player = you.role === "player" ? you.name : "";
  const forms = you.forms ?? [];
  const people = (view.people ?? []).map(({ name }) => name);
  const chosen = chip || trayOf(view.maximum).find((value) => value >= view.minimum) || view.minimum;
  const may = !!you.at_table && !live.ended;
  const place = (to: Place) => void speak(`${to.words} ${amount(Math.max(chosen, least(view, to, player)))}`);
  const mine = (view.wagers ?? []).filter((wager) => wager.player === player);
  const panels: SidePanel[] = [
    { name: "coach", title: words.commands, content: <Forms forms={forms} people={people} rulebook={card.rulebook} speak={speak} /> },
    { name: "log", title: t.common.log, content: <LogPanel id={id} title={t.blackjack.round(view.round)} entries={[...live.log].reverse()} since={since.current} rulebook={card.rulebook} attests={info.spec.duties !== "none"} /> },
  ];
  const facts = (card.facts ?? []).map(([name, value]) => words.fact(String(name), String(value)));
  return (
    <Shell
      cloth={card.rulebook}
      class="any-game"
      title={info.title}
      fine={[info.document, ...facts, words.limits(view.minimum, view.maximum)].filter(Boolean).join(" · ")}
      links={[[`/rules/${card.rulebook}`, t.common.rules], [`/tables/${id}/analysis`, t.common.edges], [`/history/${id}`, t.common.history], [`/tables/${id}/fairness`, t.common.fairness]]}
      panels={panels}
      side={words.side}
      stage={() => <Board card={card} view={view} player={player} onPlace={may ? place : null} />}
      sheet={sheet ? <SeatSheet here={you.money ?? 0} minimum={view.minimum} speak={speak} onClose={() => setSheet(false)} /> : null}
      strip={() => (
        <>
          <ClockLine clock={live.clock} />
          <Say
            balance={you.money ?? 0}
            onFelt={sum(mine.filter(({ net }) => net === null || net === undefined).map(({ amount: cents }) => cents))}
            sentence={words.sentence(view.sentence)}
            detail={detailOf(mine, may)}
            answers={!may && !live.ended && (player || guests.value) ? <JoinForm view={view} speak={speak} /> : undefined}
          />
          <ChipTray chosen={chosen} onChoose={setChip} most={view.maximum} disabled={!may} />
          <Primary forms={forms} speak={speak} onSignIn={() => navigate("/account")} signedIn={!!me.value} />
          <Acts acts={actsOf(forms, speak, may ? () => setSheet(!sheet) : null)} />
        </>
      )}
    />
  );
}

/** What a first wager on a place must be at least, where the chip is smaller. */
function least(view: View, place: Place, player: string): number {
  return (view.wagers ?? []).some((wager) => wager.player === player && wager.place === place.name && wager.net == null) ? 0 : view.minimum;
}

function detailOf(mine: NonNullable<View["wagers"]>, may: boolean): string {
  const settled = mine.flatMap(({ net }) => (net === null || net === undefined ? [] : [net]));
  if (settled.length) return words.net(sum(settled));
  return may ? words.placeHint : words.joinHint;
}

interface PrimaryProps {
  forms: Form[];
  speak: (words: string) => Promise<boolean>;
  onSignIn: () => void;
  signedIn: boolean;
}

/** The main button: a player is ready, and a dealer gives the first command that needs no words. */
function Primary({ forms, speak, onSignIn, signedIn }: PrimaryProps) {
  const form = mainForm(forms);
  if (!signedIn) return <BigButton label={t.common.signIn} shortcut="" primary={false} disabled={false} onPress={onSignIn} />;
  return <BigButton label={form ? verbName(form.verb) : verbName(READY)} shortcut="" primary disabled={!form || !!form.refusal} onPress={() => form && void speak(form.verb)} />;
}

function mainForm(forms: Form[]): Form | undefined {
  const plain = forms.filter(({ fields }) => !fields?.length);
  return plain.find(({ verb }) => verb === READY) ?? plain[0];
}

/** The other commands without words, and the player's chips. */
function actsOf(forms: Form[], speak: (words: string) => Promise<boolean>, onChips: (() => void) | null): Act[] {
  const others = forms.filter((form) => !form.fields?.length && form !== mainForm(forms));
  const acts = others.map(({ verb, refusal }) => ({ id: verb, name: verbName(verb), shortcut: "", disabled: !!refusal, reason: refusal?.message, onPress: () => void speak(verb) }));
  return [...acts, { id: "chips", name: t.common.chips, shortcut: "", note: t.common.addOrLeave, disabled: !onChips, onPress: () => onChips?.() }];
}
