/** Chips that a player takes to a table. A guest of a practice house always has enough: the wallet is filled. */
import { amount } from "../money";
import { refill } from "../room/enter";
import { notify } from "../say";
import { me } from "../session";

/** How many minimum bets a player usually takes to a table. */
const USUAL = 50;

/** What a player takes to a table unless they say otherwise. */
export function buyIn(minimum: number): number {
  return me.value?.guest ? minimum * USUAL : Math.min(me.value?.wallet ?? 0, minimum * USUAL);
}

/** Takes chips to the table; the wallet of a guest who has fewer is filled first. Returns whether it was done. */
export async function takeChips(cents: number, speak: (words: string) => Promise<boolean>): Promise<boolean> {
  const person = me.peek();
  if (person?.guest && (person.wallet ?? 0) < cents) await refill().catch(notify);
  return speak(`join ${amount(cents)}`);
}
