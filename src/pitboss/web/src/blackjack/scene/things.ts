/** A scene laid out: where each card and stack rests, and where totals and results are written. Pure functions. */
import { placed, polar, type Point } from "../../table/svg";
import type { Pose } from "../../timeline/timeline";
import type { Cloth } from "../types";
import { mainSpots, sideSpots, spotLabel } from "./cloth";
import { totalOf } from "./fold";
import { cardAt, cardWidth, dealerCardAt, dealerWidth, isCrowded, mainCircles, sideCentre, sideShapes, type BoxPlace, type Geometry, type HandPlace, type SpotShape } from "./geometry";
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
  /** Whether it is the sum of several wagers, of which none can be explained alone. */
  merged?: boolean;
  /** Degrees by which it is turned: among many spots it lies in its own, as the label does. */
  turn: number;
  /** Letters that have room where many results lie side by side: a longer amount has no sign of currency. */
  room: number;
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

/** Whether the box is the player's own. */
export function isOwn(box: SceneBox, player: string): boolean {
  if (!player) return false;
  return box.seat === player || box.decides === player || [...box.bets, ...box.wagers, ...box.hands.flatMap((hand) => hand.wagers)].some((wager) => wager.player === player);
}

function layDealer(scene: Scene, geometry: Geometry, laid: Laid): void {
  scene.dealer.forEach((hand, nth) => {
    const at = (place: number) => dealerCardAt(geometry, nth, scene.dealer.length, hand.cards.length, place);
    hand.cards.forEach((card, place) => laid.things.push(cardThing(card.id, card.code, at(place), dealerWidth(geometry, scene.dealer.length))));
    if (!hand.total || !hand.cards.some(({ code }) => code)) return;
    const first = at(0);
    const below = geometry.layout === "upright" || scene.dealer.length > 1;
    const where = below ? { x: first.x + 8, y: first.y + dealerWidth(geometry, scene.dealer.length) * 0.7 - 2 } : { x: first.x - geometry.dealerCard * 0.5 - geometry.badge * 2.6, y: first.y };
    const size = scene.dealer.length > 1 && geometry.layout === "upright" ? geometry.miniFont : geometry.badge;
    laid.totals.push({ id: `dealer/${nth}`, text: totalText(hand, scene.betting), state: hand.total === "bust" ? "lose" : "", at: where, size, label: "" });
  });
}

/** What the badge of a hand says: "16", "soft 17", "25 bust", "blackjack". An ace alone counts 11, and 21 is 21. */
function totalText({ cards, total, note }: SceneHand, over = false): string {
  if (note === "surrendered") return note;
  if (over || cards.filter(({ code }) => code).length < 2 || total === "soft 21") return total === "bust" ? bustText(cards) : total.replace("soft ", "");
  return total === "bust" ? bustText(cards) : total;
}

const bustText = (cards: SceneHand["cards"]) => `${totalOf(cards).total} bust`;

function cardThing(id: string, code: string | null, at: Point & { r: number }, size: number): Thing {
  return { id, kind: "card", code, cents: 0, size, rest: { ...REST, x: at.x, y: at.y, r: at.r, face: code ? 1 : 0 }, home: at, paid: false, own: false, result: 0 };
}

function layBox(box: SceneBox, scene: Scene, { geometry, cloth, player }: Stage, laid: Laid): void {
  const place = geometry.boxes.get(box.box);
  if (!place) return;
  const own = isOwn(box, player);
  const near = (by: number) => scene.boxes.some((each) => each.box === box.box + by && isOwn(each, player));
  const lean = own || place.mini ? 0 : near(-1) ? -1 : near(1) ? 1 : 0;
  const roomy = !scene.boxes.some((each) => Math.abs(each.box - box.box) === 1 && each.hands.length);
  const [cards, totals] = [laid.things.length, laid.totals.length];
  box.hands.forEach((hand, nth) => layHand(hand, { own, lean, roomy, hand: nth, hands: box.hands.length, cards: hand.cards.length }, place, geometry, laid, `${box.box}`));
  if (place.mini) keepInside(laid.things.slice(cards), laid.totals.slice(totals), geometry);
  const chips = chipPlaces(geometry, cloth, place, box);
  const before = laid.pills.length;
  const room = place.mini ? Infinity : sideSpots(cloth).length > FEW ? 2 : mainSpots(cloth).length > 1 ? 4 : Infinity;
  for (const [wager, at] of chips) layWager(wager, at, box.box, place, geometry, player, laid, room);
  if (place.mini) laid.pills.push(...merged(laid.pills.splice(before)));
}

/** Moves the hands of a small box at the edge of the picture inwards, and each total that is wider than its hand. */
function keepInside(cards: Thing[], totals: Total[], { width }: Geometry): void {
  const half = ({ size, rest }: Thing) => (Math.abs(rest.r) > 45 ? 0.7 : 0.5) * size + EDGE;
  const by = Math.max(0, ...cards.map((card) => half(card) - card.rest.x)) - Math.max(0, ...cards.map((card) => card.rest.x + half(card) - width));
  for (const { rest } of cards) rest.x += by;
  for (const total of totals) {
    const reach = badgeWidth(total.text, total.size) / 2 + EDGE;
    total.at = { x: Math.min(Math.max(total.at.x + by, reach), width - reach), y: total.at.y };
  }
}

/** The least distance of cards and totals from the edge of the picture. */
const EDGE = 2;

/** Room for a text of a badge, in units. */
export function badgeWidth(text: string, size: number): number {
  return Math.max(size * 1.7, text.length * size * 0.56 + size * 0.9);
}

/** A small box has room for one result of the others: what all their wagers brought. */
function merged(pills: Pill[]): Pill[] {
  const others = pills.filter(({ own }) => !own);
  if (others.length < 2) return pills;
  const result = others.reduce((sum, { wager }) => sum + (wager.result ?? 0), 0);
  return [...pills.filter(({ own }) => own), { ...others[0]!, wager: { ...others[0]!.wager, result }, merged: true }];
}

function layHand(hand: SceneHand, where: HandPlace, place: BoxPlace, geometry: Geometry, laid: Laid, box: string): void {
  const w = cardWidth(geometry, place, where.own);
  const doubled = hand.note === "doubled" && hand.cards.length > 2;
  const crowded = isCrowded(geometry, place, where);
  hand.cards.forEach((card, nth) => {
    const last = doubled && nth === hand.cards.length - 1;
    const at = cardAt(geometry, place, last || (doubled && crowded) ? { ...where, cards: hand.cards.length - 1 } : where, last ? (crowded ? nth - 1 : 0) : nth);
    // the card of a double lies across the lower half of its hand, so that every index stays readable: its own on the
    // right, or on the left where the next hand lies over its right
    const turn = crowded ? -90 : 90;
    const across = placed({ x: at.x, y: at.y, a: place.a }, w * 0.1, w * 0.2);
    laid.things.push(cardThing(card.id, card.code, last ? { ...across, r: turn + at.r } : at, w));
  });
  if (!hand.total || !hand.cards.length) return;
  const shown = [0, Math.max(1, Math.min(2, hand.cards.length - 1))].map((nth) => cardAt(geometry, place, where, crowded ? hand.cards.length - 1 : nth));
  const [first, second] = [shown[0]!, shown[1]!];
  const size = place.mini ? Math.max(geometry.miniFont, geometry.badge * 0.86) : geometry.badge;
  const below = placed({ x: (first.x + second.x) / 2, y: (first.y + second.y) / 2, a: place.a }, 0, (where.own && !place.mini ? w * 0.7 - 1 : w * 0.7 - (place.mini ? 2 : 7)) - (crowded && where.hand % 2 ? size * 1.5 : 0));
  laid.totals.push({ id: `${box}/${hand.number}`, text: totalText(hand), state: hand.inTurn ? "turn" : hand.total === "bust" ? "lose" : "", at: below, size, label: "" });
}

/** Where a stack lies, where it is paid and where its result is written, relative to its box or, on a line of the cloth, to the scene. */
interface ChipPlace extends Point {
  pay: Point;
  pill: Point;
  turn?: number;
  side: boolean;
  onLine?: boolean;
}

/** Where the stack of each wager of a box lies. */
function chipPlaces(geometry: Geometry, cloth: Cloth, place: BoxPlace, box: SceneBox): [SceneWager, ChipPlace][] {
  const circles = mainCircles(geometry, mainSpots(cloth).length);
  const sides = sideSpots(cloth);
  const shapes = sideShapes(geometry, sides.length);
  const scale = place.mini ? geometry.miniCircle / 38 : geometry.circle / 38;
  const several = circles.length > 1;
  const places: [SceneWager, ChipPlace][] = [];
  const players = [...new Set([...box.bets, ...box.wagers, ...box.hands.flatMap((hand) => hand.wagers)].map(({ player }) => player))];
  const shift = (player: string) => (players.length > 1 ? (players.indexOf(player) - (players.length - 1) / 2) * 22 * scale : 0);
  const main = (wager: SceneWager, hand: number, hands: number) => {
    const circle = circles[(wager.spot ?? 1) - 1] ?? circles[0]!;
    const spread = hands > 2 ? 26 : 20;
    const x = (place.mini ? 0 : circle.x) + (hand - (hands - 1) / 2) * 2 * spread * scale * (several ? 0.6 : 1) + shift(wager.player);
    const y = (place.mini ? 0 : circle.y) + 2 + (hands > 1 ? 8 * scale : 0) - (wager.kind === "double" ? 24 * scale : 0);
    const away = Math.sign(hand - (hands - 1) / 2) || (hands > 1 ? 0 : 1);
    // among many side spots it is paid within the circle: those are beside it
    const pay = several ? { x: x + 2, y: y - 20 * scale } : { x: x + away * (sides.length > FEW ? 17 : hands > 1 ? 42 : 37) * scale, y: y + 4 };
    // on a small box the name below stays readable
    const pill = place.mini ? { x, y: hands > 1 || wager.kind === "double" ? y : 2 } : { x: x + (hands > 1 ? away * 16 * scale : shift(wager.player) * 1.1), y: (wager.kind === "double" ? 4 : 30) * scale + (several ? 4 : 0) };
    places.push([wager, { x, y, pay, pill, side: false }]);
  };
  box.bets.forEach((bet) => (bet.kind === "main" ? main(bet, 0, 1) : side(bet)));
  box.hands.forEach((hand, nth) => hand.wagers.forEach((wager) => (wager.kind === "main" || wager.kind === "double" ? main(wager, nth, box.hands.length) : side(wager))));
  box.wagers.forEach(side);
  if (several && !place.mini) circles.forEach((circle, nth) => inColumn(places.flatMap(([wager, at]) => ((wager.spot ?? 1) === nth + 1 && !at.side ? at : [])), circle, geometry));
  return places;

  function side(wager: SceneWager) {
    const nth = sides.findIndex(({ kind }) => kind === wager.kind);
    const shape = shapes.find((each) => each.nth === nth);
    const off = shift(wager.player) * 0.6;
    const insured = wager.kind === "insurance" ? box.wagers.filter(({ kind }) => kind === "insurance") : [];
    const aside = insured.indexOf(wager) - (insured.length - 1) / 2;
    const line = insured.length ? insuranceAt(geometry, place, aside) : null;
    if (line) return void places.push([wager, { ...line, pay: { x: line.x + geometry.sideChip * 1.3, y: line.y }, pill: line, side: true, onLine: true }]);
    if (place.mini) {
      // small boxes have no spots: side chips lie one above the other beside the circle
      const at = { x: -geometry.miniCircle * 1.6, y: geometry.miniCircle * (0.6 - Math.max(0, nth) * 0.55) };
      return void places.push([wager, { ...at, pay: { x: at.x - 6, y: at.y }, pill: { x: at.x, y: at.y + 8 }, side: true }]);
    }
    if (!shape) {
      const at = besides(geometry, wager, aside);
      return void places.push([wager, { ...at, pay: { x: at.x + 30 * scale, y: at.y }, pill: { x: at.x, y: at.y + 20 * scale }, side: true }]);
    }
    const at = sideCentre(geometry, shape);
    const a = (shape.from + shape.to) / 2 + 90;
    const turn = sides.length > FEW ? a : undefined;
    const pill = turn === undefined ? sidePill(geometry, a) : polar(0, 0, pillRadius(geometry, shape, spotLabel(sides[nth]!, sides)), a - 90);
    places.push([wager, { x: at.x + off, y: at.y, pay: { x: at.x + off + geometry.sideChip * 1.25 * Math.sign(a || 1), y: at.y - 2 }, pill, turn, side: true }]);
  }
}

/** The most side spots whose results have room below them. */
const FEW = 4;

/** Where the result of a side wager is written: below its spot, so that the label of the spot stays readable. */
function sidePill({ ring: [inner], circle, font }: Geometry, a: number): Point {
  if (Math.abs(a) < 20) return { x: Math.sign(Math.round(a)) * font * 1.4, y: -inner - 4 };
  return { x: Math.sign(a) * (circle + font * 1.9), y: -circle * 0.62 };
}

/** The distance of a result from the centre of its box where it lies in its spot: below one or both lines of the label. */
function pillRadius({ sideChip, font }: Geometry, { inner, outer }: SpotShape, [, second]: [string, string]): number {
  return Math.min(inner + sideChip + 2, outer - font * (second ? 2.75 : 2.1));
}

/** Writes the results of a spot one above the other, the last one below its circle. */
function inColumn(wagers: ChipPlace[], { x, y, r }: Point & { r: number }, { badge, font }: Geometry): void {
  const pitch = Math.max(badge * 0.84, font) * 1.5;
  wagers.forEach((at, nth) => (at.pill = { x, y: y + r + 3 - (wagers.length - 1 - nth) * pitch }));
}

/** The ante lies beside the circle, as does insurance where the cloth has no line for it: one wager above the other. */
function besides(geometry: Geometry, wager: SceneWager, aside: number): Point {
  return wager.kind === "insurance" ? { x: -geometry.circle * 3, y: -geometry.circle * (0.7 + aside * 1.15) } : { x: -geometry.circle * 1.55, y: 0 };
}

/** Insurance lies on its line, in the order of the boxes: several wagers of a box side by side, `aside` of its middle. */
function insuranceAt({ insurance, centre, width, font }: Geometry, place: BoxPlace, aside: number): Point | null {
  if (!insurance) return null;
  const apart = ((font * 3.9) / insurance.at) * (180 / Math.PI);
  const angle = ((centre.x - place.x) / (width / 2)) * insurance.spread * 0.92 + aside * apart;
  return polar(centre.x, centre.y, insurance.at, 90 + angle);
}

function layWager(wager: SceneWager, at: ChipPlace, box: number, place: BoxPlace, geometry: Geometry, player: string, laid: Laid, room: number): void {
  const own = wager.player === player;
  const result = wager.result ?? 0;
  const size = at.onLine ? geometry.sideChip * (geometry.layout === "upright" ? 0.62 : 0.85) : place.mini ? geometry.miniCircle * (at.side ? 0.5 : 0.8) : at.side ? geometry.sideChip : geometry.chip;
  const home = own ? geometry.tray : placed(place, 0, place.mini ? 40 : 110);
  const on = ({ x, y }: Point) => (at.onLine ? { x, y } : placed(place, x, y));
  const stack = (id: string, cents: number, point: Point, paid: boolean) => {
    if (cents > 0) laid.things.push({ id, kind: "stack", code: null, cents, size, rest: { ...REST, ...on(point) }, home, paid, own, result });
  };
  if (!wager.taken) {
    stack(wager.id, wager.amount + Math.min(0, result), at, false);
    stack(`${wager.id}/paid`, Math.max(0, result), at.pay, true);
  }
  if (wager.result == null || (place.mini && at.side && !own)) return;
  const font = place.mini ? geometry.miniFont : at.side ? geometry.font * 0.96 : Math.max(geometry.badge * 0.84, geometry.font);
  laid.pills.push({ id: wager.id, wager, box, at: on(at.pill), size: font, own, room, turn: at.turn === undefined ? 0 : at.turn + place.a });
}
