// Reads tables as JSON lines {game, card, player, table, steps: [{view, events}]} and writes how long the page shows the
// events of each step, in milliseconds, as JSON lines.
import { createInterface } from "node:readline";

const silent = () => undefined;
const element = { dataset: {}, addEventListener: silent };
Object.assign(globalThis, { addEventListener: silent, document: { ...element, documentElement: element }, matchMedia: () => element, localStorage: { getItem: () => null, setItem: silent }, location: { href: "http://table/", pathname: "/" } });
globalThis.window = globalThis;
const page = await import(process.argv[2]);

const entriesOf = (events, nth) => events.filter(({ text, type }) => text && type !== "OutcomeAwaited").map((event, which) => ({ key: `${nth}.${which}`, event }));

/** A table of blackjack, or one of a tournament. */
function blackjack({ card, player, table, steps }) {
  const geometry = page.geometryOf("wide", card.boxes, 1, 0);
  let last = null;
  return steps.map(({ view, events }, nth) => {
    const earlier = steps[Math.max(0, nth - 1)].view;
    const source = table && page.sourceOf(player, table, card, earlier);
    const drawn = (each) => (source ? source.drawn(each, card) : each);
    last ??= page.sceneOf(drawn(view), null, player);
    const entries = source ? source.entries([{ version: nth, events }]) : entriesOf(events, nth);
    const before = last;
    const settle = (folded) => (last = page.sceneOf(drawn(view), folded, player));
    const clip = { stage: { geometry, cloth: card, player }, before, goal: page.sceneOf(drawn(view), before, player), settle, entries, balance: { from: 0, to: 0 }, ending: ["", ""], spoken: "", beside: source?.beside?.(earlier, view) };
    return page.film(clip).end;
  });
}

/** A roulette table: the ball starts with its call, or with a number that comes without one. */
function roulette({ card, player, steps }) {
  const places = { chips: () => ({ x: 0, y: 0 }), float: { x: 0, y: 0 }, tray: { x: 0, y: 0 } };
  let before = { view: steps[0].view, you: {}, clock: [] };
  return steps.map(({ view, events }, nth) => {
    const entries = entriesOf(events, nth);
    const number = page.restNumber(entries);
    const spin = { order: card.wheel, rotor: 0, sense: 1, from: null, begun: 0, result: { number, known: 0 } };
    const after = { view, you: {}, clock: [] };
    const staged = page.isStaged(entries);
    const end = staged ? page.directSpin({ before, after, entries, me: player, places, rest: number === null ? 0 : page.restsAt(spin) }).end : 0;
    before = after;
    return end;
  });
}

for await (const line of createInterface({ input: process.stdin })) {
  const table = JSON.parse(line);
  console.log(JSON.stringify((table.game === "roulette" ? roulette : blackjack)(table)));
}

process.exit(0); // the modules of the page set timers
