/** What a rulebook prints on its cloth: colour by a lookup, everything else from the table's own data. */
import { money } from "../../money";
import { titled } from "../../plain";
import { t } from "../../strings";
import type { Card, Cloth, Spot } from "../types";
import { mainSpots, sideSpots } from "../words";

/** Cloths and names by rulebook; one from outside the package has the cloth of its rules.toml and its own title. */
interface Theme {
  cloth: string;
  title: string;
  document: string;
  /** The words in which its layout clause states the dealer's drawing rule. */
  drawing: string;
}
const { names, inscriptions: printed } = t.blackjack;
const THEMES: Record<string, Theme> = {
  "nz-blackjack": { cloth: "nz", ...names.nz, drawing: printed.drawFirst },
  "mbs-blackjack": { cloth: "mbs", ...names.mbs, drawing: printed.draws },
  "canberra-blackjack": { cloth: "canberra", ...names.canberra, drawing: printed.standFirst },
  "tribal-blackjack": { cloth: "tribal", ...names.tribal, drawing: printed.draws },
  "nz-tournament": { cloth: "nz", ...names.cup, drawing: printed.drawFirst },
};

/** The cloth of a rulebook: a value of `data-cloth`. The server styles those that a rulebook declares. */
export function clothOf(rulebook: string): string {
  return THEMES[rulebook]?.cloth ?? rulebook;
}

/** The name of a table: what its operator called it, else as people know these rules. */
export function tableName(card: Pick<Card, "rulebook" | "title">, chosen: string): string {
  const theme = THEMES[card.rulebook];
  const own = chosen.startsWith(PRACTICE) ? "" : chosen;
  return own || theme?.title || card.title;
}

/** How a practice house titles its tables. */
const PRACTICE = "Practice: ";

/** The document and the choices that matter most, in small print. */
export function finePrint(card: Card, document: string): string {
  const decks = card.decks.join(" + ");
  return [THEMES[card.rulebook]?.document ?? document, t.blackjack.decks(decks), card.hole_card ? t.blackjack.holeCard : t.blackjack.noHoleCard].join(" · ");
}

/** The three inscriptions of the layout. */
export function inscriptions(card: Cloth): [blackjack: string, drawing: string, insurance: string] {
  const odds = (text: string) => text.replace(":", " to ");
  const drawing = THEMES[card.rulebook]?.drawing ?? printed.draws;
  return [printed.pays(odds(card.blackjack_pays)), drawing, printed.insurance(odds(card.insurance_pays))].map((text) => text.toUpperCase()) as [string, string, string];
}

/** The label of a side spot in one or two lines; a family of spots ("streak 2" to "streak 5") is printed by its numbers. */
export function spotLabel(spot: Spot, all: readonly Spot[]): [string, string] {
  const [first = "", ...rest] = spot.kind.split("_");
  const family = all.filter(({ kind }) => kind.startsWith(`${first}_`) && /_\d$/.test(kind)).length;
  const lines = (one: string, two: string): [string, string] => [t.blackjack.spotLabel(one), t.blackjack.spotLabel(two)];
  if (family > 1 && rest.length === 1) return [rest[0]!, ""];
  if (rest.length) return lines(first.toUpperCase(), rest.join(" ").toUpperCase());
  const only = (spot.pays ?? []).length === 1 ? spot.pays![0]!.odds : "";
  return only ? lines(`${first.toUpperCase()} BET`, only.replace(":", " TO ")) : lines(first.toUpperCase(), "");
}

/** The lines of the limit sign. */
export function limitSign(card: Cloth, minimum: number, maximum: number): string[] {
  const sides = sideSpots(card).filter((spot) => spot.amount || spot.most || spot.least > 1).slice(0, 3).map((spot) => `${t.blackjack.spotName(spotName(spot))} ${spot.amount ? money(spot.amount) : spot.most ? `${money(spot.least)} – ${money(spot.most)}` : spot.least > 1 ? t.blackjack.from(money(spot.least)) : ""}`.trim());
  return [`${money(minimum)} – ${money(maximum)}`, ...sides];
}

/** "Perfect Pairs" of perfect_pairs. */
export function spotName(spot: Pick<Spot, "kind">): string {
  return titled(spot.kind);
}

export { mainSpots, sideSpots };
