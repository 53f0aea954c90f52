// Reads refusals as JSON lines {message, player} and writes what that player is told, as JSON lines.
import { createInterface } from "node:readline";
const { personally } = await import(process.argv[2]);

for await (const line of createInterface({ input: process.stdin })) {
  const { message, player } = JSON.parse(line);
  console.log(JSON.stringify(personally(message, player)));
}
