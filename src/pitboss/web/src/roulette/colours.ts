/** Whose chips have which colour: the one that the dealer gave, else one of the page's own for each player. */
import type { View } from "./types";

/** The names that dealers give colours, as they look. */
const NAMED: Record<string, string> = {
  red: "#b3202c", blue: "#2462b5", green: "#1b7a3d", yellow: "#c9a227", orange: "#c4621a", pink: "#b8467f", purple: "#6a3d9a", violet: "#6a3d9a",
  brown: "#7a4a22", white: "#dfe3ea", black: "#1d1d1f", grey: "#5f6772", gray: "#5f6772", gold: "#c9a227", lime: "#4d7d12", navy: "#1c3566", teal: "#12747a",
};
const OWN = ["#2462b5", "#c4621a", "#6a3d9a", "#12747a", "#b8467f", "#7a4a22", "#4d7d12", "#5f6772"];

export function colourOf(view: View, player: string): string {
  return coloursOf(view).get(player) ?? OWN[0]!;
}

/** Everybody's own, and no two the same as long as there are enough. */
function coloursOf(view: View): Map<string, string> {
  const found = new Map(view.colours.flatMap(({ player, colour }): [string, string][] => (NAMED[colour] ? [[player, NAMED[colour]]] : [])));
  view.people.forEach(({ name }, nth) => {
    if (found.has(name)) return;
    const taken = new Set(found.values());
    const wanted = [...OWN.slice(nth % OWN.length), ...OWN.slice(0, nth % OWN.length)];
    found.set(name, wanted.find((colour) => !taken.has(colour)) ?? wanted[0]!);
  });
  return found;
}
