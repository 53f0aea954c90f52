/**
 * The catalogue: every string that the page shows is defined in this folder; those of pages that are loaded on demand are
 * in `pages`, `learn`, `house` and `tournament`. Components take `t.blackjack.hit`; what has values in it is a function.
 * With `pitboss.locale` set to `pseudo` in localStorage every string is marked with ⟦ ⟧, so that a test finds what was
 * written elsewhere.
 */
import { blackjack } from "./blackjack";
import { common } from "./common";
import { localised } from "./locale";
import { results } from "./results";
import { roulette } from "./roulette";
import { room } from "./room";
import { shell } from "./shell";

export const t = localised({ common, shell, blackjack, roulette, room, results });
