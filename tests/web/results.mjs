// Reads rounds as JSON lines {game, view, player} and writes what the page says of each, as JSON lines {sentences, net}.
import { createInterface } from "node:readline";
const { blackjackResults, netSentence, resultSentence, rouletteResults } = await import(process.argv[2]);

for await (const line of createInterface({ input: process.stdin })) {
  const { game, view, player } = JSON.parse(line);
  const settled = (game === "roulette" ? rouletteResults : blackjackResults)(view, player);
  console.log(JSON.stringify({ sentences: settled.map(resultSentence), net: netSentence(settled) }));
}
