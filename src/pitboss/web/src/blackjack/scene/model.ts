/** The table as it is drawn: the public view with an identity for every card and wager, so that motion can follow them. */
import type { Box, Hand, View, Wager } from "../types";

export interface SceneCard {
  id: string;
  /** Null while it lies face down. */
  code: string | null;
}

export interface SceneWager extends Wager {
  id: string;
  /** Whether the player has taken it up: a side wager that was paid does not stay on its spot. */
  taken?: boolean;
}

export interface SceneHand {
  /** Counted over the whole table, as events count hands. */
  number: number;
  cards: SceneCard[];
  total: string;
  note: string;
  inTurn: boolean;
  wagers: SceneWager[];
}

export interface SceneBox {
  box: number;
  seat: string;
  decides: string;
  hands: SceneHand[];
  /** Side wagers in play. */
  wagers: SceneWager[];
  /** Bets for the next round. */
  bets: SceneWager[];
  lammer: number;
  maximum: number;
  reservedFor: string;
}

export interface Scene {
  round: number;
  betting: boolean;
  dealer: SceneHand[];
  boxes: SceneBox[];
}

/** The part of a view that is drawn; a frame of a replay has it too. */
export type Drawable = Pick<View, "phase" | "dealer" | "boxes"> & Partial<Pick<View, "round" | "shoes">>;

/** Cards that were given an identity, counted: an identity is never used twice. */
let identified = 0;

/** Whether the cards of the last round are cleared: once the player bets again, or bets are closed. */
function isCleared({ phase, boxes }: Drawable, player: string): boolean {
  return boxes.some((box) => (box.bets ?? []).some((bet) => phase !== "betting" || bet.player === player));
}

/** The view as a scene. Cards keep the identity they have in the scene before, by box and code. */
export function sceneOf(view: Drawable, before: Scene | null, player: string): Scene {
  const round = view.round ?? before?.round ?? 0;
  const betting = view.phase === "betting";
  const cleared = isCleared(view, player);
  const known = new Map<string, SceneCard[]>();
  const remember = (box: number, hand: SceneHand) => known.set(String(box), [...(known.get(String(box)) ?? []), ...hand.cards]);
  if (before?.round === round) {
    before.dealer.forEach((hand) => remember(0, hand));
    before.boxes.forEach((box) => box.hands.forEach((hand) => remember(box.box, hand)));
  }
  const identify = (box: number, hand: Hand): SceneCard[] => {
    const pool = known.get(String(box)) ?? [];
    const codes: (string | null)[] = [...hand.cards, ...Array.from({ length: hand.hidden ?? 0 }, () => null)];
    return codes.map((code) => {
      // a face-down card that is turned keeps its identity
      const found = pool.findIndex((card) => card.code === code) >= 0 ? pool.findIndex((card) => card.code === code) : pool.findIndex((card) => card.code === null);
      if (found >= 0) return { id: pool.splice(found, 1)[0]!.id, code };
      return { id: `c${round}/${box}/n${++identified}`, code };
    });
  };
  return {
    round,
    betting,
    dealer: cleared ? [] : view.dealer.map((hand) => sceneHand(hand, identify(0, hand), 0, round, view.dealer)),
    boxes: view.boxes.map((box) => sceneBox(box, round, cleared, (hand) => identify(box.box, hand))),
  };
}

/** The part of a wager's id that names its hand: 1 for the hand that was dealt, the number of the table for one from a split. */
export function handKey(number: number, hands: readonly { number?: number }[]): number {
  return hands.some((other) => (other.number || 1) < number) ? number : 1;
}

/** The id of a wager: the same before the deal, on its hand and when it is settled. `hand` is a `handKey`, or 0 for a wager of the box. */
export function wagerId(round: number, box: number, hand: number, { player, kind, spot }: Pick<Wager, "player" | "kind" | "spot">): string {
  return `w${round}/${box}/${player}/${kind}/${spot ?? 1}/${hand}`;
}

function sceneHand(hand: Hand, cards: SceneCard[], box: number, round: number, hands: readonly Hand[]): SceneHand {
  const number = hand.number || 1;
  const wagers = (hand.wagers ?? []).map((wager) => ({ ...wager, id: wagerId(round, box, handKey(number, hands), wager) }));
  return { number, cards, total: hand.total, note: hand.note ?? "", inTurn: !!hand.in_turn, wagers };
}

function sceneBox(box: Box, round: number, cleared: boolean, identify: (hand: Hand) => SceneCard[]): SceneBox {
  const hands = cleared ? [] : (box.hands ?? []).map((hand) => sceneHand(hand, identify(hand), box.box, round, box.hands ?? []));
  const again = new Set((box.bets ?? []).map(({ player }) => player));
  // wagers that last several rounds stay when the others are cleared
  const wagers = (box.wagers ?? []).filter((wager) => !(cleared || again.has(wager.player)) || wager.result == null);
  return {
    box: box.box,
    seat: box.seat ?? "",
    decides: box.decides ?? "",
    // the chips of a new bet lie below the last cards, in the place of those of its player
    hands: again.size ? hands.map((hand) => ({ ...hand, wagers: hand.wagers.filter(({ player }) => !again.has(player)) })) : hands,
    wagers: wagers.map((wager) => ({ ...wager, id: wagerId(round, box.box, 0, wager), taken: wager.result != null })),
    bets: (box.bets ?? []).map((bet) => ({ ...bet, id: wagerId(round + 1, box.box, bet.kind === "main" ? 1 : 0, bet) })),
    lammer: box.lammer ?? 0,
    maximum: box.maximum ?? 0,
    reservedFor: box.reserved_for ?? "",
  };
}

/** All wagers of a scene that are not settled: of one player, in cents. */
export function onFelt(scene: Scene, player: string): number {
  const open = (wager: SceneWager) => (wager.player === player && wager.result == null ? wager.amount : 0);
  const sum = (wagers: SceneWager[]) => wagers.reduce((total, wager) => total + open(wager), 0);
  return scene.boxes.reduce((total, box) => total + sum(box.bets) + sum(box.wagers) + box.hands.reduce((inner, hand) => inner + sum(hand.wagers), 0), 0);
}

/** The scene as a view of its cards, for the functions that state outcomes. */
export function asView(scene: Scene): { phase: string; dealer: Hand[]; boxes: Box[] } {
  const hand = ({ number, cards, total, note, inTurn, wagers }: SceneHand): Hand => ({ number, total, note, in_turn: inTurn, wagers, hidden: cards.filter((card) => card.code === null).length, cards: cards.flatMap(({ code }) => (code ? [code] : [])) });
  return {
    phase: scene.betting ? "betting" : "play",
    dealer: scene.dealer.map(hand),
    boxes: scene.boxes.map((box) => ({ box: box.box, seat: box.seat, decides: box.decides, hands: box.hands.map(hand), wagers: box.wagers, bets: box.bets, lammer: box.lammer, maximum: box.maximum, reserved_for: box.reservedFor })),
  };
}
