import { useEffect, useState } from "preact/hooks";
import { Link } from "wouter-preact";
import { Loading } from "../app";
import { Console } from "../console/Console";
import { useTable } from "../live";
import { CHIPS, type Chip } from "../money";
import type { TableProps } from "../pages/Table";
import { ChipPicker } from "../parts/ChipPicker";
import { Clock } from "../parts/Clock";
import { Log } from "../parts/Log";
import { Purse } from "../parts/Purse";
import { me } from "../session";
import { useTitle } from "../use";
import { Actions } from "./Actions";
import { Coach } from "./Coach";
import { Felt } from "./Felt";
import type { Card, Spot, View, You } from "./types";
import { betOf, betWords, mainSpots, more } from "./words";
import "../styles/blackjack.css";

export default function Table({ id, info }: TableProps) {
  useTitle(info.title);
  const table = useTable<Card, View, You>(id);
  const [chip, setChip] = useState<Chip>(CHIPS.find((each) => each.value === 500)!);
  const [did, setDid] = useState<{ words: string; at: number } | null>(null);
  const [last, setLast] = useState<string[]>([]);
  const { card, view, you, told, speak } = table;
  const player = me.value?.name ?? "";
  const betting = view?.phase === "betting";
  useChipKeys(setChip);
  useEffect(() => {
    // what lies on the table is what may be repeated next time
    if (!card || !view || !betting) return;
    const lying = view.boxes.filter((box) => (box.bets ?? []).some((bet) => bet.player === player));
    if (lying.length) setLast(lying.map((box) => betWords(card, box.box, betOf(box, player, mainSpots(card).length))));
  }, [view?.version]);
  if (!card || !view || !you) return <Loading />;

  function place(box: number, spot: Spot, add: number) {
    const bet = betOf(view!.boxes[box - 1], player, mainSpots(card!).length);
    if (spot.kind === "main") {
      const lying = bet.main[(spot.spot ?? 1) - 1] ?? 0;
      bet.main[(spot.spot ?? 1) - 1] = add ? more(spot, lying, add) : 0;
    } else bet.sides[spot.kind] = add ? more(spot, bet.sides[spot.kind] ?? 0, add) : 0;
    void speak(betWords(card!, box, bet));
  }

  async function act(words: string) {
    if (await speak(words)) setDid({ words, at: Date.now() });
  }

  async function repeat() {
    for (const words of last) if (!(await speak(words))) return;
  }

  const someBet = view.boxes.some((box) => (box.bets ?? []).some((bet) => bet.player === player));
  return (
    <div class="table-page">
      <h1 class="table-title">
        {info.title} <small>round {view.round}</small>
      </h1>
      <p class="table-links">
        <Link href={`/rules/${card.rulebook}`}>Rules</Link> · <Link href={`/tables/${id}/analysis`}>Exact edges and strategy</Link> · <Link href={`/history/${id}`}>History</Link>
      </p>
      <Felt {...{ card, view, player }} open={betting && you.at_table} onPlace={(box, spot) => place(box, spot, chip.value)} onTake={(box, spot) => place(box, spot, 0)} />
      <div class="controls">
        <Clock clock={table.clock} rulebook={card.rulebook} you={player} version={table.version} />
        {view.awaited && <p class="awaited">Waiting for {view.awaited}</p>}
        <Actions actions={you.actions ?? []} rulebook={card.rulebook} onDo={(words) => void act(words)} keysOn />
        {you.at_table && betting && (
          <div class="bet-bar">
            <ChipPicker chosen={chip} onChoose={setChip} most={view.maximum} />
            {!someBet && last.length > 0 && (
              <button type="button" onClick={() => void repeat()}>
                Repeat the last bet
              </button>
            )}
          </div>
        )}
        <Purse here={you.money ?? 0} at={!!you.at_table} usual={view.minimum * 50} onSpeak={speak} />
      </div>
      {(you.role === "dealer" || you.role === "operator") && <Console {...{ card, view, you }} id={id} onSpeak={speak} />}
      <div class="beside">
        <Coach {...{ card, view, player, did }} />
        <Log told={told} rulebook={card.rulebook} />
      </div>
    </div>
  );
}

/** 1 to 7 choose a chip. */
function useChipKeys(setChip: (chip: Chip) => void) {
  useEffect(() => {
    function press(event: KeyboardEvent) {
      if (event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|SELECT|TEXTAREA)$/.test((event.target as HTMLElement).tagName)) return;
      const offered = document.querySelectorAll<HTMLButtonElement>(".picker button");
      offered[Number(event.key) - 1]?.click();
    }
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, [setChip]);
}
