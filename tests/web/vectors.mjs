// Reads the test vectors of the fairness protocol and writes what the page finds of each, as JSON.
import { readFileSync } from "node:fs";
const { contributionHash, faultOf } = await import(process.argv[2]);
const { contributions, valid, invalid } = JSON.parse(readFileSync(process.argv[3], "utf-8"));

const judge = async (records) => Object.fromEntries(await Promise.all(Object.entries(records).map(async ([about, record]) => [about, await faultOf(record)])));
const hashes = await Promise.all(contributions.map(({ seed, player, value }) => contributionHash(seed, player, value)));
console.log(JSON.stringify({ hashes, valid: await judge(valid), invalid: await judge(invalid) }));
