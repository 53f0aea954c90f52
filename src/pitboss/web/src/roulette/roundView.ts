/** The table of a finished round after each of its events, for its replay. Pure functions. */
import type { Schemas } from "../api";
import { keyOf } from "./director";
import type { Laid, View } from "./types";

type EventInfo = Schemas["EventInfo"];

interface Fields {
  player: string;
  kind: string;
  place: string;
  amount: number;
  colour: string;
  count: number;
  value: number;
  net: number;
  number: number;
  wheel: string;
}

/** A table before the first wager of a round; limits and names are those of the table now. */
export function beforeRound(now: View, round: number): View {
  return { ...now, round, phase: "betting", colours: [], wagers: [], settled: [], number: -1, colour: "", numbers: [], display: [], ball: -1, dolly: -1 };
}

export function afterEvent(view: View, event: EventInfo): View {
  const fields = (event.fields ?? {}) as unknown as Fields;
  return { ...view, ...(CHANGES[event.type]?.(view, fields, event) ?? {}) };
}

const without = (view: View, fields: Fields): Laid[] => view.wagers.filter((wager) => keyOf(wager) !== keyOf(fields));

const CHANGES: Record<string, (view: View, fields: Fields, event: EventInfo) => Partial<View>> = {
  ChipsGiven: (view, { colour, player, value }) => ({ colours: [...view.colours, { colour, player, value }] }),
  WagerPlaced: (view, { player, kind, place, amount, colour = "", count = 0 }) => ({ settled: [], wagers: [...view.wagers, { player, kind, place, amount, colour, count, result: null, clauses: [] }] }),
  WagerWithdrawn: (view, fields) => ({ wagers: without(view, fields) }),
  WagerTakenUp: (view, fields) => ({ wagers: without(view, fields) }),
  BetsClosed: () => ({ phase: "closed", dolly: -1 }),
  BallSpun: (_, { wheel }) => ({ phase: "closed", dolly: -1, wheel }),
  BallRested: (_, { number }) => ({ ball: number }),
  NumberAnnounced: (view, { number, colour }) => ({ number, colour, numbers: [number, ...view.numbers] }),
  DollyPlaced: (_, { number }) => ({ dolly: number }),
  WagerCollected: (view, fields, event) => ({ wagers: without(view, fields), settled: [...view.settled, settled(view, fields, event)] }),
  WagerPaid: (view, fields, event) => ({ wagers: [...without(view, fields), settled(view, fields, event)], settled: [...view.settled, settled(view, fields, event)] }),
  RoundEnded: () => ({ phase: "betting", wagers: [] }),
};

function settled(view: View, fields: Fields, { clauses }: EventInfo): Laid {
  const laid = view.wagers.find((wager) => keyOf(wager) === keyOf(fields));
  return { colour: "", count: 0, amount: Math.abs(fields.net), ...laid, player: fields.player, kind: fields.kind, place: fields.place, result: fields.net, clauses: clauses ?? [] };
}
