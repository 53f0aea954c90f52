// Reads rounds as JSON lines {game, view, player, card, cup} and writes what the page says of each, as JSON lines
// {sentences, net, strip}: the sentences of the sheet of results, their net, and the two lines of the strip.
import { createInterface } from "node:readline";

// what the page finds in a browser
const storage = { getItem: () => null, setItem() {} };
const page = { baseURI: "http://localhost/", documentElement: { dataset: {}, style: { setProperty() {} } }, querySelector: () => null, createElement: () => ({}), addEventListener() {} };
Object.assign(globalThis, { window: globalThis, document: page, location: new URL(page.baseURI), localStorage: storage, sessionStorage: storage, addEventListener() {}, matchMedia: () => ({ matches: false, addEventListener() {} }) });
const { blackjackResults, cupEnding, endingOf, netSentence, resultSentence, rouletteResults, sentenceOf } = await import(process.argv[2]);

const you = { role: "player", at_table: true };
/** The lines of the strip when the round has just ended. */
const strips = {
  blackjack: ({ view, player }) => endingOf(view, you, player, true).sentence,
  tournament: ({ view, player, card, cup }) => cupEnding(card, cup, view, you, player, true).sentence,
  roulette({ view, player }) {
    const { text, detail } = sentenceOf({ view, you, card: { positions: [], colours: [] }, sentence: null }, player, []);
    return [text, detail];
  },
};

for await (const line of createInterface({ input: process.stdin })) {
  const round = JSON.parse(line);
  const settled = (round.game === "roulette" ? rouletteResults : blackjackResults)(round.view, round.player);
  const sentences = settled.map((wager) => resultSentence(wager));
  console.log(JSON.stringify({ sentences, net: netSentence(settled), strip: strips[round.game](round) }));
}
process.exit(0); // a connection of the page would keep the program alive
