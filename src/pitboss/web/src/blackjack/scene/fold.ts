/** What an event changes in a scene, so that each event has its own moment. What is not known here comes with the next view. */
import type { Schemas } from "../../api";
import { handKey, wagerId, type Scene, type SceneBox, type SceneCard, type SceneHand, type SceneWager } from "./model";

type EventInfo = Schemas["EventInfo"];

/** Fields of the events that change what is drawn. */
interface Fields {
  box?: number;
  hand?: number;
  new_hand?: number;
  card?: string;
  total?: number;
  soft?: boolean;
  blackjack?: boolean;
  player?: string;
  kind?: string;
  amount?: number;
  spot?: number;
  net?: number;
  outcome?: string;
  boxes?: number[];
  callers?: string[];
  wins?: number;
}

/** The scene after an event; the same scene where nothing drawn has changed. `goal` is the scene after the whole update. */
export function fold(scene: Scene, event: EventInfo, goal: Scene): Scene {
  const fields = (event.fields ?? {}) as Fields;
  return FOLDS[event.type]?.(scene, fields, goal, event.clauses ?? []) ?? scene;
}

type Fold = (scene: Scene, fields: Fields, goal: Scene, clauses: string[]) => Scene;

function withBox(scene: Scene, box: number | undefined, change: (box: SceneBox) => SceneBox): Scene {
  return { ...scene, boxes: scene.boxes.map((each) => (each.box === box ? change(each) : each)) };
}

function withHand(scene: Scene, { box, hand }: Fields, change: (hand: SceneHand) => SceneHand): Scene {
  return withBox(scene, box, (each) => {
    const number = hand ?? 1;
    const hands = each.hands.some((one) => one.number === number) ? each.hands : [...each.hands, emptyHand(number)];
    return { ...each, hands: hands.map((one) => (one.number === number ? change(one) : one)) };
  });
}

function emptyHand(number: number): SceneHand {
  return { number, cards: [], total: "", note: "", inTurn: false, wagers: [] };
}

/** "16", "soft 17", "bust", "blackjack", as the server writes them. */
function totalText(total: number, soft: boolean): string {
  return total > 21 ? "bust" : soft && total < 21 ? `soft ${total}` : String(total);
}

/** The total of cards, for the dealer's hand, which is announced only when it is complete. */
export function totalOf(cards: readonly SceneCard[]): { total: number; soft: boolean } {
  const ranks = cards.flatMap(({ code }) => (code ? [code[0]!] : []));
  const low = ranks.reduce((sum, rank) => sum + (rank === "A" ? 1 : /[TJQK]/.test(rank) ? 10 : Number(rank)), 0);
  const soft = ranks.includes("A") && low <= 11;
  return { total: soft ? low + 10 : low, soft };
}

let dealt = 0;
const newCard = (scene: Scene, box: number, code: string | null): SceneCard => ({ id: `c${scene.round}/${box}/d${++dealt}`, code });

/** The goal's hand with the same number, if it has the same cards: its total has the server's own words. */
function goalTotal(goal: Scene, box: number, hand: SceneHand): string | undefined {
  const found = goal.boxes.find((each) => each.box === box)?.hands.find((each) => each.number === hand.number);
  return found && found.cards.map(({ code }) => code).join() === hand.cards.map(({ code }) => code).join() ? found.total : undefined;
}

/** Whether a hand has all its cards: a state may be ahead of its events, which then tell of cards that already lie. */
function isComplete(scene: Scene, goal: Scene, hand: SceneHand, end: SceneHand | undefined): boolean {
  return goal.round === scene.round && !!end && hand.cards.length >= end.cards.length;
}

function toDealer(scene: Scene, code: string | null, goal: Scene): Scene {
  const last = scene.dealer.length - 1;
  const hand = scene.dealer[last] ?? emptyHand(1);
  if (isComplete(scene, goal, hand, goal.dealer[Math.max(0, last)])) return scene;
  const cards = [...hand.cards, newCard(scene, 0, code)];
  return withDealer(scene, { ...hand, cards }, goal);
}

function withDealer(scene: Scene, hand: SceneHand, goal: Scene): Scene {
  const { total, soft } = totalOf(hand.cards);
  const same = goal.dealer[scene.dealer.length - 1 < 0 ? 0 : scene.dealer.length - 1];
  const known = same && same.cards.map(({ code }) => code).join() === hand.cards.map(({ code }) => code).join() ? same.total : undefined;
  const changed = { ...hand, total: known ?? (total > 21 ? "bust" : totalText(total, soft)) };
  return { ...scene, dealer: [...scene.dealer.slice(0, -1), changed] };
}

/** The wager that an event settles: of several alike, the one that the goal settles in the same way. */
function settled(scene: Scene, fields: Fields, goal: Scene, clauses: string[]): Scene {
  const box = scene.boxes.find((each) => each.box === fields.box);
  const open = (wager: SceneWager) => wager.player === fields.player && wager.kind === fields.kind && wager.result == null;
  const found = [...(box?.hands ?? []).flatMap((hand) => hand.wagers), ...(box?.wagers ?? [])].filter(open);
  const goals = goal.boxes.flatMap((each) => [...each.hands.flatMap((hand) => hand.wagers), ...each.wagers]);
  const alike = ({ id }: SceneWager) => goals.some((wager) => wager.id === id && wager.result === fields.net && wager.outcome === fields.outcome);
  const which = found.find(alike) ?? found[0];
  if (!which) return scene;
  const settle = (wager: SceneWager) => (wager.id === which.id ? { ...wager, result: fields.net ?? 0, outcome: fields.outcome ?? "", clauses: goals.find(({ id }) => id === wager.id)?.clauses ?? clauses } : wager);
  return withBox(scene, fields.box, (each) => ({ ...each, wagers: each.wagers.map(settle), hands: each.hands.map((hand) => ({ ...hand, wagers: hand.wagers.map(settle) })) }));
}

/** The scene without the cards and the settled wagers of the last round. */
function cleared(scene: Scene): Scene {
  return { ...scene, dealer: [], boxes: scene.boxes.map((box) => ({ ...box, hands: [], wagers: unsettled(box) })) };
}

const unsettled = ({ wagers }: SceneBox) => wagers.filter(({ result }) => result == null);

function begin(scene: Scene, { boxes = [] }: Fields): Scene {
  if (!scene.betting && scene.boxes.some(({ hands }) => hands.length)) return scene; // the state was ahead of its events
  return {
    ...scene,
    round: scene.round + 1,
    betting: false,
    dealer: [],
    boxes: scene.boxes.map((box) => {
      const main = box.bets.filter(({ kind }) => kind === "main");
      // hands are counted in the order in which their boxes are dealt to
      const hand = { ...emptyHand(boxes.indexOf(box.box) + 1), wagers: main };
      return { ...box, hands: main.length ? [hand] : [], wagers: [...unsettled(box), ...box.bets.filter(({ kind }) => kind !== "main")], bets: [] };
    }),
  };
}

function split(scene: Scene, { box, hand, new_hand: fresh }: Fields): Scene {
  return withBox(scene, box, (each) => {
    const at = each.hands.findIndex(({ number }) => number === hand);
    const old = each.hands[at];
    if (!old || !fresh || each.hands.some(({ number }) => number === fresh)) return each;
    const { total } = totalOf(old.cards.slice(0, 1));
    const parts = [
      { ...old, cards: old.cards.slice(0, 1), total: String(total) },
      { ...emptyHand(fresh), cards: old.cards.slice(1), total: String(total) },
    ];
    return { ...each, hands: [...each.hands.slice(0, at), ...parts, ...each.hands.slice(at + 1)] };
  });
}

function inTurn(scene: Scene, box: number, hand: number): Scene {
  return { ...scene, boxes: scene.boxes.map((each) => ({ ...each, hands: each.hands.map((one) => ({ ...one, inTurn: each.box === box && one.number === hand })) })) };
}

const FOLDS: Record<string, Fold> = {
  BetPlaced: (scene, { box, player = "", kind = "", spot = 1, amount = 0 }, goal) =>
    withBox(goal.round === scene.round && goal.dealer.length ? scene : cleared(scene), box, (each) => {
      const bet = { id: wagerId(scene.round + 1, each.box, kind === "main" ? 1 : 0, { player, kind, spot }), player, kind, spot, amount, result: null, outcome: "", clauses: [] };
      const hands = each.hands.map((hand) => ({ ...hand, wagers: [] }));
      return { ...each, hands, wagers: unsettled(each), bets: [...each.bets.filter(({ id }) => id !== bet.id), bet] };
    }),
  // a raised bet is withdrawn and placed again: its chips stay
  BetsTakenBack: (scene, { box, player, kind }, goal) =>
    withBox(scene, box, (each) => {
      const again = goal.boxes.find((other) => other.box === box)?.bets ?? [];
      return { ...each, bets: each.bets.filter((bet) => bet.player !== player || (kind && bet.kind !== kind) || again.some(({ id }) => id === bet.id)) };
    }),
  BetsClosed: (scene) => (scene.betting ? cleared(scene) : scene),
  SeatTaken: (scene, { box, player = "" }) => withBox(scene, box, (each) => ({ ...each, seat: player })),
  SeatLeft: (scene, { box }) => withBox(scene, box, (each) => ({ ...each, seat: "" })),
  RoundBegan: begin,
  CardDealt: (scene, fields, goal) =>
    withHand(scene, fields, (hand) => {
      const end = goal.boxes.find((each) => each.box === fields.box)?.hands.find((each) => each.number === hand.number);
      if (isComplete(scene, goal, hand, end)) return hand;
      const next = { ...hand, cards: [...hand.cards, newCard(scene, fields.box ?? 0, fields.card ?? null)] };
      return { ...next, total: goalTotal(goal, fields.box ?? 0, next) ?? totalText(fields.total ?? 0, fields.soft ?? false) };
    }),
  DealerDealt: (scene, { card }, goal) => toDealer(scene, card ?? null, goal),
  HoleDealt: (scene, _, goal) => toDealer(scene, null, goal),
  HoleDisclosed: (scene, { card }, goal) => {
    const hand = scene.dealer.at(-1);
    if (!hand || !card) return scene;
    return withDealer(scene, { ...hand, cards: hand.cards.map((each) => (each.code === null ? { ...each, code: card } : each)) }, goal);
  },
  DealerDone: (scene, { total = 0, soft = false, blackjack }) => ({ ...scene, dealer: scene.dealer.map((hand, nth) => (nth === scene.dealer.length - 1 ? { ...hand, total: blackjack ? "blackjack" : totalText(total, soft) } : hand)) }),
  NextDealerHand: (scene, _, goal) => {
    const first = scene.dealer[0]?.cards[0];
    if (!first) return scene;
    const hand = { ...emptyHand(scene.dealer.length + 1), cards: [newCard(scene, 0, first.code)] };
    return withDealer({ ...scene, dealer: [...scene.dealer, hand] }, hand, goal);
  },
  TurnCame: (scene, { box = 0, hand = 1, total = 0, soft = false }) => withHand(inTurn(scene, box, hand), { box, hand }, (one) => (one.total ? one : { ...one, total: totalText(total, soft) })),
  HandClosed: (scene, fields) => withHand(scene, fields, (hand) => ({ ...hand, inTurn: false })),
  HandDoubled: (scene, fields) => withHand(scene, fields, (hand) => ({ ...hand, note: "doubled" })),
  HandSurrendered: (scene, fields) => withHand(scene, fields, (hand) => ({ ...hand, note: "surrendered", inTurn: false })),
  PairSplit: split,
  WagerAdded: (scene, fields) => {
    const { box = 0, hand = 0, player = "", kind = "", spot = 1, amount = 0 } = fields;
    const hands = scene.boxes.find((each) => each.box === box)?.hands ?? [];
    const wager = { id: wagerId(scene.round, box, hand && handKey(hand, hands), { player, kind, spot }), player, kind, spot, amount, result: null, outcome: "", clauses: [] };
    const added = (wagers: SceneWager[]) => [...wagers.filter(({ id }) => id !== wager.id), wager];
    return hand ? withHand(scene, fields, (one) => ({ ...one, wagers: added(one.wagers) })) : withBox(scene, box, (each) => ({ ...each, wagers: added(each.wagers) }));
  },
  WagerSettled: settled,
  RoundEnded: (scene) => ({ ...inTurn(scene, 0, 0), betting: true }),
  StreakMoved: (scene, { box, wins = 0 }) => withBox(scene, box, (each) => ({ ...each, lammer: wins })),
};
