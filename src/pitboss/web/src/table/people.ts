/** How people and bots are called at a table. */
import { t } from "../strings";

/** The names of bots on the server: "bot_ada". */
const BOT = /^bot_(\w)(\w*)$/;

/** The names of anonymous players on the server: "box_3", "box_3_2", "colour_blue". */
const ANONYMOUS = /^box_(\d+)(?:_(\d))?$/;
const COLOUR = /^colour_(\w)/;

/** "Ada" of bot_ada, "Box 3" of an anonymous player; people by the name they chose. */
export function personName(name: string): string {
  return name
    .replace(ANONYMOUS, (_, box: string, person?: string) => t.common.boxName(box, person))
    .replace(COLOUR, (_, first: string) => first.toUpperCase())
    .replace(BOT, (_, first: string, rest: string) => first.toUpperCase() + rest);
}

/** The name on the rail: "Ada · bot". */
export function railName(name: string): string {
  return BOT.test(name) ? t.common.bot(personName(name)) : personName(name);
}
