/** The sentence of the strip: what happens now, or what may be done. */
import { rouletteResults } from "../results";
import { t } from "../strings";
import type { Sentence } from "./director";
import { dollyNumber } from "./Felt";
import { bestNumber, winsOn } from "./figures";
import type { Stage } from "./stage";
import type { Laid } from "./types";

export function sentenceOf(stage: Stage, player: string, own: readonly Laid[]): Sentence {
  const { view, you, card } = stage;
  if (stage.sentence) return stage.sentence;
  if (view.phase === "closed") return closed(stage);
  if (own.length) {
    const best = bestNumber(winsOn(own, card.positions));
    const waits = view.people.find((person) => person.name === player)?.ready;
    return { text: t.roulette.staked(own.reduce((sum, { amount }) => sum + amount, 0), own.length), detail: waits ? t.roulette.waiting : best ? t.roulette.best(card.colours[best.number]!, best.number, best.wins) : "" };
  }
  if (dollyNumber(stage) !== null) return resultSentence(stage, player);
  return { text: t.roulette.placeBets, detail: you.at_table ? t.roulette.placeHint : you.role === "player" ? t.roulette.joinHint : "" };
}

function closed({ view, spinning }: Stage): Sentence {
  if (spinning) return { text: t.roulette.running, detail: "" };
  return { text: view.number >= 0 ? t.roulette.number(view.number, view.colour) : t.roulette.noMoreBets, detail: "" };
}

/** "17 black. Net +$285." and what it is made of. */
function resultSentence({ view }: Stage, player: string): Sentence {
  const settled = rouletteResults(view, player);
  if (!settled.length) return { text: t.roulette.result(view.number, view.colour), detail: t.roulette.placeBets };
  const won = settled.filter(({ net }) => net > 0);
  const lost = settled.filter(({ net }) => net < 0);
  const sum = (list: typeof settled) => Math.abs(list.reduce((total, { net }) => total + net, 0));
  return { text: t.roulette.net(view.number, view.colour, sum(won) - sum(lost)), detail: t.roulette.wonAndLost(sum(won), won.length, sum(lost), lost.length) };
}
