// Opens a table as operator, plays a round on it as a guest, closes it and verifies its shoe: round.mjs URL TOKEN
import { Client, PitbossError, faultOf } from "../src/index.ts";

const [url, token] = process.argv.slice(2);
const olga = new Client(url, token);
const opened = await olga.openTable({ rulebook: "mbs-blackjack", choices: { decks: "6" }, limits: "10-500", betting_seconds: 1 });

const gus = new Client(url);
await gus.guest("gus");
const table = await gus.watch(opened.id);
await table.do("join 100");
const refusal = await table.do("bet 1 5").catch((error) => error);
await table.do("bet 1 10");
await table.until(({ view }) => view.round === 1); // the clock closes the betting and deals
while (table.view.phase !== "betting") {
  const { version } = table;
  const action = ["pass", "stand", "decline"].map((verb) => table.actions.find((each) => each.verb === verb)).find(Boolean);
  if (action) await table.do(action.words);
  else await table.until((now) => now.version > version);
}
gus.close();

await olga.closeTable(opened.id);
const records = await olga.fairness(opened.id);
const faults = await Promise.all(records.map(faultOf));
const forged = await faultOf({ ...records[0], outcomes: records[0].outcomes.map((card) => (card + 1) % 52) });
console.log(
  JSON.stringify({
    refusal: refusal instanceof PitbossError && { kind: refusal.kind, clause: refusal.body.clause },
    events: table.updates.flatMap((update) => update.events ?? []).map((event) => event.type),
    contributors: records[0].contributions.map(([player]) => player),
    cards: records[0].outcomes.length,
    faults,
    forged,
  }),
);
