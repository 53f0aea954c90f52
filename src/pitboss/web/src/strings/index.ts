/**
 * The catalogue: every string that the page shows is defined in this folder. Components take `t.blackjack.hit`; what has
 * values in it is a function. With `pitboss.locale` set to `pseudo` in localStorage every string is marked with ⟦ ⟧, so
 * that a test finds what was written elsewhere.
 */
import { blackjack } from "./blackjack";
import { common } from "./common";
import { learn } from "./learn";
import { roulette } from "./roulette";
import { room } from "./room";
import { tournament } from "./tournament";

const english = { common, blackjack, roulette, room, learn, tournament };

/** A part of a catalogue with every string marked. */
function marked<Part extends object>(part: Part): Part {
  return new Proxy(part, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value === "string") return mark(value);
      if (typeof value === "function") return (...values: unknown[]) => mark(String((value as (...values: unknown[]) => unknown)(...values)));
      return typeof value === "object" && value ? marked(value) : value;
    },
  });
}

const mark = (text: string) => (text ? `⟦${text}⟧` : "");

function pseudo(): boolean {
  try {
    return localStorage.getItem("pitboss.locale") === "pseudo";
  } catch {
    return false; // a private window may refuse storage
  }
}

export const t: typeof english = pseudo() ? marked(english) : english;
