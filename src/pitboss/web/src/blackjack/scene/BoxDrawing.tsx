/** A box of the cloth: its circles and side spots, each a place to bet, and the name on the rail. */
import { money } from "../../money";
import { t } from "../../strings";
import { ArcText } from "../../table/ArcText";
import { personName, railName } from "../../table/people";
import { SpokenName } from "../../table/SpokenName";
import { arc, keystone, polar, round, type Point } from "../../table/svg";
import type { Action, Cloth, Pay, Refusals, Spot } from "../types";
import { mainSpots, sideSpots, spotLabel, spotName } from "./cloth";
import { mainCircles, sideShapes, type BoxPlace, type Geometry } from "./geometry";
import type { SceneBox } from "./model";
import { isOwn } from "./things";

export interface Placing {
  player: string;
  /** Whether bets are open and shown to be. */
  open: boolean;
  /** Whether the player has chips at the table; without them a place says how to get some. */
  here: boolean;
  refusals?: Refusals;
  /** Whether a bet waits for others at a spot. */
  waits: (box: number) => boolean;
  onPlace: (box: number, spot: Spot) => void;
  onTake: (box: number, spot: Spot) => void;
  /** How a seat is taken without a wager, or given up. */
  seatAt: (box: number) => Action | undefined;
  onSeat: (words: string) => void;
  /** What a game adds to a box. */
  extra?: (box: number) => BoxExtra;
}

/** What a tournament adds to a box: chips beside the name, who bets first, whose bet is next. */
export interface BoxExtra {
  /** Shown instead of the name at an empty box. */
  name?: string;
  note?: string;
  first?: string;
  next?: string;
}

interface BoxProps extends Placing {
  geometry: Geometry;
  place: BoxPlace;
  box: SceneBox;
  cloth: Cloth;
  betting: boolean;
}

export function BoxDrawing({ geometry, place, box, cloth, betting, ...placing }: BoxProps) {
  const own = isOwn(box, placing.player);
  const who = box.seat || box.decides;
  const extra = placing.extra?.(box.box) ?? {};
  const turn = box.hands.some(({ inTurn }) => inTurn) || !!extra.next;
  const label = [t.blackjack.box(box.box), who ? (who === placing.player ? t.blackjack.youSuffix(who) : who) : (extra.name ?? t.blackjack.free), box.lammer ? t.blackjack.streak(box.lammer) : "", extra.note, extra.first, extra.next].filter(Boolean).join(", ");
  return (
    <g class={`box${own ? " own box-mine" : ""}${turn ? " is-active" : ""}${who ? "" : " box-free"}`} role="group" aria-label={label} data-box={box.box}>
      <g transform={`translate(${round(place.x)} ${round(place.y)}) rotate(${round(place.a)})`}>
        {place.mini ? <MiniSpot {...{ geometry, box, cloth, betting }} {...placing} /> : <Spots {...{ geometry, box, cloth, betting }} {...placing} />}
        {extra.first && <FirstMark {...{ geometry }} mini={place.mini} />}
      </g>
      <Name {...{ geometry, place, box, betting, own, who }} {...placing} />
    </g>
  );
}

type SpotsProps = Omit<BoxProps, "place">;

function Spots({ geometry, box, cloth, ...placing }: SpotsProps) {
  const mains = mainSpots(cloth);
  const sides = sideSpots(cloth);
  const circles = mainCircles(geometry, mains.length);
  const labels = sides.map((spot) => spotLabel(spot, sides));
  const shapes = sideShapes(geometry, sides.length);
  return (
    <>
      {shapes.map((shape) => (
        <Place key={sides[shape.nth]!.kind} spot={sides[shape.nth]!} name={t.blackjack.wager(sides[shape.nth]!.kind)} box={box} at={polar(0, 0, (shape.inner + shape.outer) / 2, (shape.from + shape.to) / 2)} {...placing}>
          <path d={keystone(0, 0, shape.inner, shape.outer, shape.from, shape.to)} class="spot side-spot" />
          <Label {...{ geometry, shape }} lines={labels[shape.nth]!} />
        </Place>
      ))}
      {mains.map((spot, nth) => {
        const { x, y, r } = circles[nth]!;
        return (
          <Place key={nth} spot={spot} name={mains.length > 1 ? t.blackjack.spot(spot.spot ?? 1) : t.blackjack.mainWager} box={box} at={{ x, y }} {...placing}>
            <circle cx={x} cy={y} r={r} class="spot main" />
            <text x={x} y={y + r * 0.21} class="box-no" text-anchor="middle" font-size={r * 0.6}>
              {mains.length > 1 ? spot.spot : box.box}
            </text>
          </Place>
        );
      })}
      {circles.map(({ x, y, r }, nth) => (
        <circle key={nth} cx={x} cy={y} r={r + (mains.length > 1 ? 1.5 : 4.5)} class="active-ring" />
      ))}
      {!!box.lammer && <Lammer wins={box.lammer} x={geometry.circle * 0.97} y={geometry.circle * 1.05} />}
    </>
  );
}

function Label({ geometry, shape, lines: [first, second] }: { geometry: Geometry; shape: ReturnType<typeof sideShapes>[number]; lines: [string, string] }) {
  const { font } = geometry;
  const on = (radius: number) => arc(0, 0, radius, shape.from - 20, shape.to + 20);
  const room = (radius: number) => ((shape.to - shape.from) * Math.PI * radius) / 180 - 4;
  if (!second) return <ArcText d={on(shape.outer - font * 1.3)} text={first} class="spot-label" size={first.length < 3 ? font * 1.3 : font} most={room(shape.outer - font)} />;
  return (
    <>
      <ArcText d={on(shape.outer - font * 0.98)} text={first} class="spot-label" size={font} most={room(shape.outer - font * 0.98)} />
      <ArcText d={on(shape.outer - font * 1.96)} text={second} class="spot-label" size={font} most={room(shape.outer - font * 1.96)} />
    </>
  );
}

/** The hand-won counter of a streak. */
function Lammer({ wins, x, y }: { wins: number; x: number; y: number }) {
  return (
    <g class="lammer" transform={`translate(${x} ${y})`} role="img" aria-label={t.blackjack.lammer(wins)}>
      <circle r={13} />
      <text y={5} text-anchor="middle" font-size={15}>
        {wins}
      </text>
    </g>
  );
}

/** The marker of who bets first: a disc beside the circle. */
function FirstMark({ geometry, mini }: { geometry: Geometry; mini: boolean }) {
  const r = mini ? geometry.miniCircle : geometry.circle;
  const size = mini ? geometry.miniFont : geometry.font;
  return (
    <g class="first-mark" transform={`translate(${round(-r - size * 0.75)} ${round(mini ? -r * 0.6 : r * 0.45)})`} aria-hidden="true">
      <circle r={round(size * 0.72)} />
      <text y={round(size * 0.36)} text-anchor="middle" font-size={size}>
        1
      </text>
    </g>
  );
}

/** A small box: one circle, with a hit area that a finger finds. */
function MiniSpot({ geometry, box, cloth, ...placing }: SpotsProps) {
  const { miniCircle: r, miniFont } = geometry;
  return (
    <>
      <Place spot={mainSpots(cloth)[0]!} name={mainSpots(cloth).length > 1 ? t.blackjack.spot(1) : t.blackjack.mainWager} box={box} {...placing}>
        <circle r={Math.max(r + 2, 22)} fill="transparent" />
        <circle r={r} class="spot main" />
        <text y={miniFont * 0.36} class="box-no" text-anchor="middle" font-size={miniFont}>
          {box.box}
        </text>
      </Place>
      <circle r={r + 3.5} class="active-ring" />
    </>
  );
}

interface PlaceProps extends Omit<Placing, "seatAt" | "onSeat"> {
  spot: Spot;
  name: string;
  box: SceneBox;
  betting: boolean;
  /** Its middle, relative to the box. */
  at?: Point;
  children: preact.ComponentChildren;
}

/** A place for a wager: press, drop or Enter lays a chip; a right click or Delete takes all of it back. */
function Place({ spot, name, box, at = { x: 0, y: 0 }, betting, player, open, here, refusals, waits, onPlace, onTake, children }: PlaceProps) {
  const main = spot.kind === "main";
  const lying = box.bets.filter((bet) => bet.kind === spot.kind && (!main || bet.spot === spot.spot));
  const own = lying.find((bet) => bet.player === player);
  const others = lying.filter((bet) => bet.player !== player).map((bet) => `${bet.player} ${money(bet.amount)}`);
  const label = [`${t.blackjack.box(box.box)}, ${name}`, own ? t.blackjack.youHave(money(own.amount), waits(box.box)) : "", ...others].filter(Boolean).join(", ");
  const refusal = main ? null : refusals?.[spot.kind];
  const enabled = open && betting;
  return (
    <g
      class={`place${enabled && here ? "" : " off"}`}
      role="button"
      tabindex={enabled ? 0 : -1}
      aria-disabled={!(enabled && here) || undefined}
      data-drop
      onClick={() => enabled && onPlace(box.box, spot)}
      onContextMenu={(event) => {
        event.preventDefault();
        if (enabled) onTake(box.box, spot);
      }}
      onKeyDown={(event) => {
        if (!enabled) return;
        if (event.key === "Enter" || event.key === " ") onPlace(box.box, spot);
        else if (event.key === "Delete" || event.key === "Backspace") onTake(box.box, spot);
        else return;
        event.preventDefault();
      }}
    >
      <SpokenName text={label} {...at} />
      <g aria-hidden="true">
        <title>{refusal ? refusal.message : about(spot)}</title>
        {children}
      </g>
    </g>
  );
}

/** What a line of a pay table pays: odds, an amount, or what the meter shows. */
export function payText({ odds, award }: Pick<Pay, "odds" | "award">): string {
  return odds ? t.blackjack.odds(odds) : award ? money(award) : t.results.wholeMeter;
}

/** What a spot takes and pays, as a sign beside it would say. */
export function about(spot: Spot): string {
  const name = spotName(spot);
  const words = t.blackjack;
  const takes = spot.amount ? money(spot.amount) : spot.most ? words.takesBetween(money(spot.least), money(spot.most)) : words.from(money(spot.least));
  const pays = (spot.pays ?? []).map((pay) => words.pay(t.results.pay(spot.kind, pay.name), payText(pay)));
  return words.aboutSpot(name, takes, pays.join(", "));
}

interface NameProps extends Placing {
  geometry: Geometry;
  place: BoxPlace;
  box: SceneBox;
  betting: boolean;
  own: boolean;
  who: string;
}

/** Who sits at the box: on the rail, or below a small box. A free seat is a button. */
function Name({ geometry: g, place, box, betting, own, who, player, open, seatAt, onSeat, extra }: NameProps) {
  const found = betting && open ? seatAt(box.box) : undefined;
  // where wagers lie it is these that are taken back
  const seat = found?.verb === "leave" && box.bets.length ? undefined : found;
  const sits = seat?.verb === "sit";
  const you = who === player && !!player;
  const limit = box.maximum ? t.blackjack.limitFor(box.reservedFor, money(box.maximum)) : "";
  const { name: unseated, note = "" } = extra?.(box.box) ?? {};
  const name = you ? (place.mini || g.layout === "wide" ? t.blackjack.you : t.blackjack.youAtBox(box.box)) : (place.mini ? personName(who) : railName(who)) || (unseated ?? (sits ? t.blackjack.sitHere : t.blackjack.freeLabel));
  const text = [place.mini || !note ? name : short(name, 23 - note.length), limit, place.mini ? "" : note].filter(Boolean).join(" · ");
  const kind = `seat-name${own ? " you" : ""}${who ? "" : " free"}`;
  const buttonProps = seat
    ? {
        role: "button" as const,
        tabindex: 0,
        class: "seat",
        onClick: () => onSeat(seat.words),
        onKeyDown: (event: KeyboardEvent) => (event.key === "Enter" || event.key === " ") && (event.preventDefault(), onSeat(seat.words)),
      }
    : { class: "seat" };
  const below = place.mini ? { x: place.x, y: place.y + g.miniCircle + g.miniFont } : polar(g.centre.x, g.centre.y, g.felt + g.rail * 0.5, 90 + place.a);
  const spoken = seat && <SpokenName text={sits ? t.blackjack.sitAt(box.box) : t.blackjack.standUpFrom(box.box)} x={round(below.x)} y={round(below.y)} />;
  if (place.mini)
    return (
      <g {...buttonProps}>
        {spoken}
        {seat && <rect x={round(place.x - 22)} y={round(place.y + g.miniCircle + 1)} width="44" height="41" fill="transparent" />}
        <text aria-hidden={!!seat} x={round(place.x)} y={round(place.y + g.miniCircle + g.miniFont + 4)} class={kind} text-anchor="middle" font-size={g.miniFont} style="fill:var(--print-2)">
          {short(place.mini && !who ? (unseated ?? t.blackjack.freeLabel) : text, 9)}
        </text>
        {note && (
          <text x={round(place.x)} y={round(place.y + g.miniCircle + g.miniFont * 2.1 + 4)} class="seat-name seat-chips" text-anchor="middle" font-size={g.miniFont} aria-hidden="true">
            {note}
          </text>
        )}
      </g>
    );
  if (g.layout === "wide") {
    const angle = 90 + place.a;
    const radius = g.felt + g.rail * 0.6;
    return (
      <g {...buttonProps}>
        {spoken}
        {seat && <path d={keystone(g.centre.x, g.centre.y, radius - 32, radius + 22, angle - 3.4, angle + 3.4)} fill="transparent" />}
        <g aria-hidden={!!seat}>
          <ArcText d={arc(g.centre.x, g.centre.y, radius, angle + 6, angle - 6)} text={short(seat?.verb === "leave" ? `${text} · ${t.blackjack.standUp}` : text, 24)} class={kind} size={16.5} />
        </g>
      </g>
    );
  }
  return (
    <g {...buttonProps}>
      {spoken}
      {seat && <rect x={round(place.x - 60)} y={round(place.y + (g.felt - g.radius) + g.rail * 0.5 - 20)} width="120" height="41" fill="transparent" />}
      <text aria-hidden={!!seat} x={round(place.x)} y={round(place.y + (g.felt - g.radius) + g.rail * 0.62)} class={kind} text-anchor="middle" font-size={Math.max(12, g.font)}>
        {text}
      </text>
    </g>
  );
}

function short(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most - 1)}…` : text;
}
