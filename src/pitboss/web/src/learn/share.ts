/** A hand as an address: everything that the analyser needs is in it, so that it opens for anybody. */
import { BASE } from "../base";
import type { Decision, MyRound } from "./figures";

type Round = Pick<MyRound, "rulebook" | "choices" | "limits">;
const list = (text: string | null) => (text ? text.split(" ") : []);

export function shareAddress(round: Round, decision: Decision): string {
  const { cards, up, gone, hands, added, did, open, kind, stake } = decision;
  const query = new URLSearchParams({ rulebook: round.rulebook, limits: round.limits, choices: JSON.stringify(round.choices), cards: cards.join(" "), up, did, open: open.join(" "), kind, stake: String(stake) });
  if (gone.length) query.set("gone", gone.join(" "));
  if (hands > 1) query.set("hands", String(hands));
  if (added) query.set("added", "1");
  return `${BASE}/hand?${query}`;
}

function choicesOf(text: string | null): Record<string, string> {
  try {
    return JSON.parse(text ?? "{}") as Record<string, string>;
  } catch {
    return {};
  }
}

export function readAddress(search: string): { round: Round; decision: Decision } | null {
  const query = new URLSearchParams(search);
  const rulebook = query.get("rulebook");
  const up = query.get("up");
  const cards = list(query.get("cards"));
  if (!rulebook || !up || cards.length < 2) return null;
  const decision: Decision = {
    kind: query.get("kind") ?? "play",
    box: 1,
    cards,
    up,
    gone: list(query.get("gone")),
    hands: Number(query.get("hands") ?? 1),
    added: query.has("added"),
    stake: Number(query.get("stake") ?? 0),
    did: query.get("did") ?? "",
    open: list(query.get("open")),
  };
  return { round: { rulebook, choices: choicesOf(query.get("choices")), limits: query.get("limits") ?? "" }, decision };
}
