/** A scene laid out: where each card and stack rests, and where totals and results are written. Pure functions. */
import { placed, type Point } from "../../table/svg";
import type { Pose } from "../../timeline/timeline";
import type { Cloth } from "../types";
import { mainSpots, sideSpots, spotLabel } from "./cloth";
import { totalOf } from "./fold";
import { cardAt, cardWidth, dealerCardAt, mainCircles, sideCentre, sideShapes, type BoxPlace, type Geometry, type HandPlace } from "./geometry";
import type { Scene, SceneBox, SceneHand, SceneWager } from "./model";

export interface Thing {
  id: string;
  kind: "card" | "stack";
  /** The face of a card; null while it is down. */
  code: string | null;
  cents: number;
  /** Width of a card, radius of a chip. */
  size: number;
  rest: Pose;
  /** Where it comes from and goes to: the player's edge of the table, or the float. */
  home: Point;
  paid: boolean;
  own: boolean;
  /** What became of its wager: negative is lost. */
  result: number;
}

export interface Total {
  id: string;
  text: string;
  state: "" | "turn" | "win" | "lose" | "even";
  at: Point;
  size: number;
  label: string;
}

export interface Pill {
  id: string;
  wager: SceneWager;
  box: number;
  at: Point;
  size: number;
  own: boolean;
}

export interface Laid {
  things: Thing[];
  totals: Total[];
  pills: Pill[];
}

export interface Stage {
  geometry: Geometry;
  cloth: Cloth;
  player: string;
}

const REST = { r: 0, s: 1, o: 1, face: 1 };

export function layOut(scene: Scene, stage: Stage): Laid {
  const laid: Laid = { things: [], totals: [], pills: [] };
  for (const box of scene.boxes) layBox(box, scene, stage, laid);
  layDealer(scene, stage.geometry, laid);
  // chips under cards, and the cards of a hand in their order
  laid.things.sort((one, two) => Number(one.kind === "card") - Number(two.kind === "card"));
  return laid;
}

/** Whether somebody's box is the player's own. */
export function isOwn(box: SceneBox, player: string): boolean {
  if (!player) return false;
  return box.seat === player || box.decides === player || [...box.bets, ...box.wagers, ...box.hands.flatMap((hand) => hand.wagers)].some((wager) => wager.player === player);
}

function layDealer(scene: Scene, geometry: Geometry, laid: Laid): void {
  scene.dealer.forEach((hand, nth) => {
    const at = (place: number) => dealerCardAt(geometry, nth, scene.dealer.length, hand.cards.length, place);
    hand.cards.forEach((card, place) => laid.things.push(cardThing(card.id, card.code, at(place), geometry.dealerCard)));
    if (!hand.total || !hand.cards.some(({ code }) => code)) return;
    const first = at(0);
    const below = geometry.layout === "upright" || scene.dealer.length > 1;
    const where = below ? { x: first.x + 8, y: first.y + geometry.dealerCard * 0.7 - 2 } : { x: first.x - geometry.dealerCard * 0.5 - geometry.badge * 2.6, y: first.y };
    laid.totals.push({ id: `dealer/${nth}`, text: totalText(hand), state: hand.total === "bust" ? "lose" : "", at: where, size: geometry.badge, label: "" });
  });
}

/** What the badge of a hand says: "16", "25 bust", "blackjack". */
function totalText({ cards, total, note }: SceneHand): string {
  if (note === "surrendered") return note;
  return total === "bust" ? `${totalOf(cards).total} ${total}` : total;
}

function cardThing(id: string, code: string | null, at: Point & { r: number }, size: number): Thing {
  return { id, kind: "card", code, cents: 0, size, rest: { ...REST, x: at.x, y: at.y, r: at.r, face: code ? 1 : 0 }, home: at, paid: false, own: false, result: 0 };
}

function layBox(box: SceneBox, scene: Scene, { geometry, cloth, player }: Stage, laid: Laid): void {
  const place = geometry.boxes.get(box.box);
  if (!place) return;
  const own = isOwn(box, player);
  const near = (by: number) => scene.boxes.some((each) => each.box === box.box + by && isOwn(each, player));
  const lean = own || place.mini ? 0 : near(-1) ? -1 : near(1) ? 1 : 0;
  box.hands.forEach((hand, nth) => layHand(hand, { own, lean, hand: nth, hands: box.hands.length, cards: hand.cards.length }, place, geometry, laid, `${box.box}`));
  const chips = chipPlaces(geometry, cloth, place, box);
  for (const [wager, at] of chips) layWager(wager, at, box.box, place, geometry, player, laid);
}

function layHand(hand: SceneHand, where: HandPlace, place: BoxPlace, geometry: Geometry, laid: Laid, box: string): void {
  const w = cardWidth(geometry, place, where.own);
  const doubled = hand.note === "doubled" && hand.cards.length > 2;
  hand.cards.forEach((card, nth) => {
    const last = doubled && nth === hand.cards.length - 1;
    const at = cardAt(geometry, place, last ? { ...where, cards: nth } : where, last ? 0 : nth);
    // the card of a double lies across the lower half of its hand, so that every index stays readable
    const across = placed({ x: at.x, y: at.y, a: place.a }, w * 0.1, w * 0.2);
    laid.things.push(cardThing(card.id, card.code, last ? { ...across, r: 90 + at.r } : at, w));
  });
  if (!hand.total || !hand.cards.length) return;
  const [first, second] = [cardAt(geometry, place, where, 0), cardAt(geometry, place, where, Math.max(1, Math.min(2, hand.cards.length - 1)))];
  const size = place.mini ? Math.max(geometry.miniFont, geometry.badge * 0.86) : geometry.badge;
  const below = placed({ x: (first.x + second.x) / 2, y: (first.y + second.y) / 2, a: place.a }, 0, where.own && !place.mini ? w * 0.7 - 1 : w * 0.7 - (place.mini ? 2 : 7));
  laid.totals.push({ id: `${box}/${hand.number}`, text: totalText(hand), state: hand.inTurn ? "turn" : hand.total === "bust" ? "lose" : "", at: below, size, label: "" });
}

/** Where the stack of each wager of a box lies, relative to the box. */
function chipPlaces(geometry: Geometry, cloth: Cloth, place: BoxPlace, box: SceneBox): [SceneWager, Point & { pay: Point; pill: Point; side: boolean }][] {
  const circles = mainCircles(geometry, mainSpots(cloth).length);
  const sides = sideSpots(cloth);
  const shapes = sideShapes(geometry, sides.map((spot) => spotLabel(spot, sides)[0].length < 3));
  const scale = place.mini ? geometry.miniCircle / 38 : geometry.circle / 38;
  const several = circles.length > 1;
  const places: [SceneWager, Point & { pay: Point; pill: Point; side: boolean }][] = [];
  const players = [...new Set([...box.bets, ...box.wagers, ...box.hands.flatMap((hand) => hand.wagers)].map(({ player }) => player))];
  const shift = (player: string) => (players.length > 1 ? (players.indexOf(player) - (players.length - 1) / 2) * 22 * scale : 0);
  const main = (wager: SceneWager, hand: number, hands: number) => {
    const circle = circles[(wager.spot ?? 1) - 1] ?? circles[0]!;
    const spread = hands > 2 ? 26 : 20;
    const x = (place.mini ? 0 : circle.x) + (hand - (hands - 1) / 2) * 2 * spread * scale * (several ? 0.6 : 1) + shift(wager.player);
    const y = (place.mini ? 0 : circle.y) + 2 + (hands > 1 ? 8 * scale : 0) - (wager.kind === "double" ? 24 * scale : 0);
    const away = hands > 1 && hand < hands / 2 ? -1 : 1;
    const pay = several ? { x: x + 2, y: y - 20 * scale } : { x: x + away * (hands > 1 ? 42 : 37) * scale, y: y + 4 };
    const pill = { x: x + (hands > 1 ? away * 16 * scale : 0), y: place.mini ? (wager.kind === "double" ? -0.8 : 0.7) * geometry.miniFont : (wager.kind === "double" ? 4 : 30) * scale + (several ? 4 : 0) };
    places.push([wager, { x, y, pay, pill, side: false }]);
  };
  box.bets.forEach((bet) => (bet.kind === "main" ? main(bet, 0, 1) : side(bet)));
  box.hands.forEach((hand, nth) => hand.wagers.forEach((wager) => (wager.kind === "main" || wager.kind === "double" ? main(wager, nth, box.hands.length) : side(wager))));
  box.wagers.forEach(side);
  return places;

  function side(wager: SceneWager) {
    const nth = sides.findIndex(({ kind }) => kind === wager.kind);
    const shape = shapes.find((each) => each.nth === nth);
    const off = shift(wager.player) * 0.6;
    if (place.mini) {
      // small boxes have no spots: side chips lie in a row beside the circle
      const at = { x: -geometry.miniCircle * 1.5 - Math.max(0, nth) * 5, y: geometry.miniCircle * 0.2 };
      return void places.push([wager, { ...at, pay: { x: at.x - 6, y: at.y }, pill: { x: at.x, y: at.y + 8 }, side: true }]);
    }
    if (!shape) {
      const at = besides(geometry, wager);
      return void places.push([wager, { ...at, pay: { x: at.x + 30 * scale, y: at.y }, pill: { x: at.x, y: at.y + 20 * scale }, side: true }]);
    }
    const at = sideCentre(geometry, shape);
    const a = (shape.from + shape.to) / 2 + 90;
    const pill = { x: at.x + Math.sin((a * Math.PI) / 180) * 10 * scale, y: at.y + 9 * scale };
    places.push([wager, { x: at.x + off, y: at.y, pay: { x: at.x + off + geometry.sideChip * 1.25 * Math.sign(a || 1), y: at.y - 2 }, pill, side: true }]);
  }
}

/** Insurance lies on its line, at the angle of its box; the ante beside the circle. */
function besides(geometry: Geometry, wager: SceneWager): Point {
  const line = geometry.insurance;
  if (wager.kind !== "insurance" || !line || geometry.layout !== "wide") return { x: (wager.kind === "insurance" ? 1 : -1) * geometry.circle * 1.55, y: wager.kind === "insurance" ? -geometry.circle * 0.4 : 0 };
  return { x: 0, y: (line.from + line.to) / 2 - geometry.radius };
}

function layWager(wager: SceneWager, at: Point & { pay: Point; pill: Point; side: boolean }, box: number, place: BoxPlace, geometry: Geometry, player: string, laid: Laid): void {
  const own = wager.player === player;
  const result = wager.result ?? 0;
  const size = place.mini ? geometry.miniCircle * (at.side ? 0.55 : 0.8) : at.side ? geometry.sideChip : geometry.chip;
  const home = own ? geometry.tray : placed(place, 0, place.mini ? 40 : 110);
  const stack = (id: string, cents: number, point: Point, paid: boolean) => {
    if (cents > 0) laid.things.push({ id, kind: "stack", code: null, cents, size, rest: { ...REST, ...placed(place, point.x, point.y) }, home, paid, own, result });
  };
  if (!wager.taken) {
    stack(wager.id, wager.amount + Math.min(0, result), at, false);
    stack(`${wager.id}/paid`, Math.max(0, result), at.pay, true);
  }
  if (wager.result == null || (place.mini && at.side && !own)) return;
  const font = place.mini ? geometry.miniFont : Math.max(geometry.badge * 0.84, geometry.font);
  laid.pills.push({ id: wager.id, wager, box, at: placed(place, at.pill.x, at.pill.y), size: font, own });
}
