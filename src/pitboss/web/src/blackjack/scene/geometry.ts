/** Where everything lies, in units of the scene. It depends on the layout and on the cloth, never on the round. */
import type { Layout } from "../../table/layout";
import { placed, polar, type Point } from "../../table/svg";

/** The place of a box: the centre of its circle, its angle in degrees, and whether it is drawn small. */
export interface BoxPlace extends Point {
  box: number;
  a: number;
  mini: boolean;
}

/** A line of text on an arc around the centre of the table. */
interface Inscription {
  r: number;
  size: number;
}

export interface Geometry {
  layout: Layout;
  width: number;
  height: number;
  /** Centre of all arcs, and radius of the boxes. */
  centre: Point;
  radius: number;
  /** Main circle, and the ring of the side spots around it. */
  circle: number;
  ring: [inner: number, outer: number];
  ownCard: number;
  otherCard: number;
  dealerCard: number;
  chip: number;
  sideChip: number;
  font: number;
  badge: number;
  dealer: Point & { dx: number; room: number };
  title: Inscription;
  drawing: Inscription | null;
  insurance: (Inscription & { from: number; to: number; spread: number; at: number }) | null;
  felt: number;
  rail: number;
  shoe: Point & { scale: number };
  rack: Point & { scale: number };
  sign: Point & { scale: number; compact: boolean };
  float: Point & { scale: number };
  tray: Point;
  miniCircle: number;
  miniFont: number;
  boxes: Map<number, BoxPlace>;
}

type Measures = Omit<Geometry, "boxes" | "layout">;

/** A tall window gives the dealer's half more room: spare height of the stage, in units, 0 to 110. */
export function spareHeight(layout: Layout, stage: { width: number; height: number }): number {
  return layout === "wide" && stage.width ? Math.max(0, Math.min(110, (1260 * stage.height) / stage.width - 700)) : 0;
}

function wide(e: number): Measures {
  return {
    width: 1260, height: 700 + e, centre: { x: 630, y: -725 + e }, radius: 1300, circle: 38, ring: [44, 106],
    ownCard: 88, otherCard: 54, dealerCard: 88 + e * 0.12, chip: 18, sideChip: 16, font: 15, badge: 17,
    dealer: { x: 584, y: 102 + e * 0.1, dx: 64 + e * 0.08, room: 400 },
    title: { r: 946 - e * 0.62, size: 34 + e * 0.06 }, drawing: { r: 977 - e * 0.58, size: 15 + e * 0.01 },
    insurance: { from: 991 - e * 0.55, to: 1023 - e * 0.53, r: 1012.5 - e * 0.54, size: 15 + e * 0.01, spread: 20, at: 1032 - e * 0.53 },
    felt: 1354, rail: 62, shoe: { x: 1100, y: 84 + e * 0.15, scale: 1 + e * 0.001 }, rack: { x: 318, y: 82 + e * 0.15, scale: 1 + e * 0.001 },
    sign: { x: 122, y: 84 + e * 0.15, scale: 1 + e * 0.001, compact: false }, float: { x: 630, y: 4 + e * 0.08, scale: 1 }, tray: { x: 630, y: 740 + e }, miniCircle: 38, miniFont: 15,
  };
}

const TABLET: Measures = {
  width: 768, height: 552, centre: { x: 384, y: -1286 }, radius: 1738, circle: 38, ring: [44, 104],
  ownCard: 84, otherCard: 48, dealerCard: 76, chip: 18, sideChip: 16, font: 14, badge: 16, dealer: { x: 340, y: 62, dx: 54, room: 250 },
  title: { r: 1438, size: 25 }, drawing: { r: 1460, size: 13 }, insurance: { from: 1469, to: 1494, r: 1486, size: 13, spread: 10.5, at: 1503 },
  felt: 1786, rail: 48, shoe: { x: 676, y: 62, scale: 0.8 }, rack: { x: 186, y: 58, scale: 0.66 }, sign: { x: 84, y: 58, scale: 0.86, compact: false },
  float: { x: 384, y: -12, scale: 0.7 }, tray: { x: 384, y: 600 }, miniCircle: 22, miniFont: 13,
};

const UPRIGHT: Measures = {
  width: 390, height: 546, centre: { x: 195, y: -700 }, radius: 1160, circle: 32, ring: [37, 84],
  ownCard: 66, otherCard: 32, dealerCard: 66, chip: 16, sideChip: 14, font: 12, badge: 14.5, dealer: { x: 158, y: 52, dx: 44, room: 130 },
  title: { r: 824, size: 18.5 }, drawing: { r: 840, size: 11 }, insurance: { from: 846, to: 864, r: 859, size: 11, spread: 11.5, at: 855 },
  felt: 1201, rail: 45, shoe: { x: 350, y: 46, scale: 0.5 }, rack: { x: 40, y: 78, scale: 0.44 }, sign: { x: 50, y: 24, scale: 1, compact: true },
  float: { x: 195, y: -6, scale: 0.42 }, tray: { x: 195, y: 590 }, miniCircle: 14, miniFont: 11.5,
};

const LYING: Measures = {
  width: 604, height: 354, centre: { x: 302, y: -900 }, radius: 1182, circle: 27, ring: [31, 78],
  ownCard: 62, otherCard: 30, dealerCard: 58, chip: 14, sideChip: 12.5, font: 11.6, badge: 13.5, dealer: { x: 272, y: 45, dx: 40, room: 200 },
  title: { r: 1000, size: 13.5 }, drawing: null, insurance: null,
  felt: 1222, rail: 30, shoe: { x: 556, y: 34, scale: 0.46 }, rack: { x: 150, y: 36, scale: 0.42 }, sign: { x: 54, y: 24, scale: 1, compact: true },
  float: { x: 302, y: -10, scale: 0.4 }, tray: { x: 302, y: 380 }, miniCircle: 13, miniFont: 11.6,
};

/** The geometry of a table with so many boxes; `focus` is the box in the middle where there is room for one. */
export function geometryOf(layout: Layout, count: number, focus: number, spare: number): Geometry {
  const measures = layout === "wide" ? narrowed(wide(spare), count) : { tablet: TABLET, upright: UPRIGHT, lying: LYING }[layout];
  const boxes = layout === "wide" ? arcOfBoxes(measures, count) : aroundFocus(layout, measures, count, focus);
  return { layout, ...measures, boxes };
}

/** More than seven boxes on the arc are smaller. */
function narrowed(measures: Measures, count: number): Measures {
  const by = Math.min(1, 7 / count);
  const { circle, ring, chip, sideChip, otherCard } = measures;
  return { ...measures, circle: circle * by, ring: [ring[0] * by, ring[1] * (0.2 + 0.8 * by)], chip: chip * by, sideChip: sideChip * by, otherCard: otherCard * by };
}

function arcOfBoxes({ centre, radius }: Measures, count: number): Map<number, BoxPlace> {
  const step = count > 7 ? 46.8 / (count - 1) : count === 7 ? 7.8 : count === 6 ? 8.9 : 10;
  const middle = (count + 1) / 2;
  const places = Array.from({ length: count }, (_, nth): [number, BoxPlace] => {
    const a = (nth + 1 - middle) * step;
    const at = polar(centre.x, centre.y, radius, 90 + a);
    return [nth + 1, { box: nth + 1, ...at, a, mini: false }];
  });
  return new Map(places);
}

/** One box in the middle, the others small in fixed places: the highest number left, as at a table. */
function aroundFocus(layout: Layout, { width, centre, radius }: Measures, count: number, focus: number): Map<number, BoxPlace> {
  const others = Array.from({ length: count }, (_, nth) => count - nth).filter((box) => box !== focus);
  const places = new Map<number, BoxPlace>([[focus, { box: focus, x: width / 2, y: centre.y + radius, a: 0, mini: false }]]);
  const left = Math.ceil(others.length / 2);
  others.forEach((box, nth) => {
    const slots = Math.max(6, others.length); // six places or more; a smaller table leaves the inner ones empty
    const slot = nth < left ? nth : slots - others.length + nth;
    places.set(box, { box, ...miniPlace(layout, slot, slots), a: 0, mini: true });
  });
  return places;
}

/** One of the places for small boxes, from left to right. */
function miniPlace(layout: Layout, slot: number, slots: number): Point {
  const half = slots / 2;
  const side = slot < half ? slot : slots - 1 - slot;
  if (layout === "lying") {
    const step = (68 * 3) / half;
    return { x: slot < half ? 40 + side * step : 604 - 40 - side * step, y: 232 + side * 10 };
  }
  const u = (slot - (slots - 1) / 2) / ((slots - 1) / 2);
  if (layout === "upright") return { x: 195 + u * 160, y: 231 - 10 * u * u };
  return { x: 384 + Math.sign(u) * (150 + ((Math.abs(u) - 0.2) / 0.8) * 186), y: 414 - (Math.abs(u) - 0.2) * 46 };
}

// --- spots --------------------------------------------------------------------------------------------------------

export interface SpotShape {
  /** Index among the side spots, or among the main spots. */
  nth: number;
  inner: number;
  outer: number;
  from: number;
  to: number;
}

/** The total angle of a ring of spots. */
const SPREADS = [0, 58, 86, 108, 112];
/** The angle of one of many spots, and the most that a ring of them takes: a finger finds each, and none lies on the rail. */
const MANY = { each: 37, most: 222 };

/** The keystones of a box, in one ring above its circle; more than four go around its sides. */
export function sideShapes(geometry: Geometry, count: number): SpotShape[] {
  const [inner, outer] = geometry.ring;
  const spread = SPREADS[count] ?? Math.min(MANY.most, MANY.each * count);
  const beside = geometry.layout === "wide" && spread > 120 ? Math.min(outer, halfDistance(geometry) - 2) : outer;
  const gap = 2.4;
  const from = (nth: number) => -90 - spread / 2 + (nth * spread) / count;
  return Array.from({ length: count }, (_, nth) => ({ nth, inner, outer: beside, from: from(nth) + gap / 2, to: from(nth + 1) - gap / 2 }));
}

/** Half of the way from one box to the next. */
function halfDistance({ boxes }: Geometry): number {
  const [one, two] = [...boxes.values()];
  return one && two ? Math.hypot(one.x - two.x, one.y - two.y) / 2 : Infinity;
}

/** Where chips lie on a side spot, relative to its box. */
export function sideCentre(geometry: Geometry, shape: SpotShape): Point {
  return polar(0, 0, shape.inner + geometry.sideChip + 2, (shape.from + shape.to) / 2);
}

/** The circles for main wagers of a box: one, or several side by side. */
export function mainCircles(geometry: Geometry, count: number): (Point & { r: number })[] {
  if (count === 1) return [{ x: 0, y: 0, r: geometry.circle }];
  const r = Math.max(20.5, geometry.circle * 0.7);
  return Array.from({ length: count }, (_, nth) => ({ x: ((count - 1) / 2 - nth) * r * 2.02, y: count > 2 && nth % 2 === 0 ? -4 : 6, r }));
}

// --- cards --------------------------------------------------------------------------------------------------------

/** Whether the box shows large cards. */
export interface HandPlace {
  own: boolean;
  /** -1, 0 or 1: away from a neighbour with large cards. */
  lean: number;
  hand: number;
  hands: number;
  cards: number;
  /** Whether no cards lie at the boxes beside it. */
  roomy: boolean;
}

/** Whether more than two hands lie over each other: the cards of each are one below the other, so that it is seen which are whose. */
export function isCrowded({ layout }: Geometry, place: BoxPlace, { hands, roomy }: HandPlace): boolean {
  return hands > 2 && layout === "wide" && !place.mini && !roomy;
}

export function cardWidth(geometry: Geometry, place: BoxPlace, own: boolean): number {
  return place.mini || !own ? geometry.otherCard : geometry.ownCard;
}

/** The width in which the centres of split hands lie. */
function splitRoom({ layout }: Geometry, { hands, roomy }: HandPlace): number {
  if (layout !== "wide") return 264;
  return hands < 3 ? 176 : roomy ? 236 : 142;
}

/** The centre of a card of a hand. */
export function cardAt(geometry: Geometry, place: BoxPlace, where: HandPlace, nth: number): Point & { r: number } {
  const { own, lean, hand, hands, cards } = where;
  const w = cardWidth(geometry, place, own);
  const top = place.mini ? geometry.miniCircle + 5 : geometry.ring[1] + 7;
  const split = hands > 1;
  const distance = split ? Math.min(1.33 * w, (own && !place.mini ? splitRoom(geometry, where) : w * 2.1) / (hands - 1)) : 0;
  if (isCrowded(geometry, place, where)) {
    const dy = Math.min(w * 0.46, (w * 1.4) / Math.max(1, cards - 1));
    return { ...placed(place, (hand - (hands - 1) / 2) * distance, -top - w * 0.7 - (cards - 1 - nth) * dy), r: place.a * 0.55 };
  }
  const room = split ? Math.max(w * 0.3, distance - w) + w * 0.3 : w * 0.9;
  const dx = Math.min(w * (split ? 0.3 : 0.36), room / Math.max(1, cards - 1));
  const x = (hand - (hands - 1) / 2) * distance - dx / 2 + nth * dx - (cards > 2 ? ((cards - 2) * dx) / 3 : 0) + lean * 11;
  return { ...placed(place, x, -top - w * 0.7 - nth * w * 0.07), r: place.a * 0.55 };
}

/** The width of the dealer's cards: several hands side by side are smaller where there is little room. */
export function dealerWidth({ layout, dealerCard }: Geometry, hands: number): number {
  return hands > 1 && layout !== "wide" ? dealerCard * (layout === "upright" ? 0.62 : 0.84) : dealerCard;
}

/** The dealer's hands: one, or several side by side where multiple action is played. */
export function dealerCardAt(geometry: Geometry, hand: number, hands: number, cards: number, nth: number): Point & { r: number } {
  const { x, y, dx, room } = geometry.dealer;
  if (hands === 1) return { x: x + nth * Math.min(dx, room / Math.max(1, cards - 1)), y, r: 0 };
  const width = room * 1.5 / hands;
  const fan = Math.min(dx * 0.5, (width - dealerWidth(geometry, hands) - 2) / Math.max(1, cards - 1));
  return { x: x - room * 0.28 + hand * width + nth * fan, y, r: 0 };
}
