/** How people and bots are called at a table. */
import { t } from "../strings";

/** The names of bots on the server: "bot_ada". */
const BOT = /^bot_(\w)(\w*)$/;

/** "Ada" of bot_ada; people by the name they chose. */
export function personName(name: string): string {
  return name.replace(BOT, (_, first: string, rest: string) => first.toUpperCase() + rest);
}

/** The name on the rail: "Ada · bot". */
export function railName(name: string): string {
  return BOT.test(name) ? t.common.bot(personName(name)) : name;
}
