/** A round of blackjack in motion, behind the words of the landing page. */
import { useEffect, useRef, useState } from "preact/hooks";
import { t } from "../strings";
import { ArcText } from "../table/ArcText";
import { CardShape } from "../table/CardShape";
import { StackShape } from "../table/ChipShape";
import { Moving, Movers } from "../table/Moving";
import { SceneDefs } from "../table/SceneDefs";
import { arc } from "../table/svg";
import { motionReduced } from "../timeline/player";
import { Timeline, type Pose } from "../timeline/timeline";

interface Channels {
  /** The cards that have been turned, as `card,card`. */
  turned: string;
}

interface Scene {
  width: number;
  height: number;
  /** The middle of the table, its upper edge and its scale. */
  cx: number;
  top: number;
  scale: number;
}

const WIDE: Scene = { width: 1400, height: 800, cx: 1010, top: 112, scale: 1 };
const UPRIGHT: Scene = { width: 600, height: 1000, cx: 300, top: 14, scale: 0.74 };
const CARDS = ["Ah", "6c", "Ks"] as const;
const HIDDEN: Pose = { x: 0, y: 0, r: 0, s: 1, o: 0, face: 1 };
/** Milliseconds of the table without a round. */
const PAUSE = 500;

interface Round {
  timeline: Timeline<Channels>;
  /** A moment at which everything lies on the table. */
  shown: number;
}

function roundOf({ cx, top, scale, height }: Scene): Round {
  const timeline = new Timeline<Channels>();
  const spot = top + 574 * scale;
  let at = 200;
  const bet = timeline.track("bet", { x: cx, y: height + 80 }).to(at, 380, { x: cx, y: spot + 4 }, "chip");
  at += 700;
  const places = [
    { x: cx - 24 * scale, y: spot - 142 * scale },
    { x: cx - 60 * scale, y: top + 96 * scale },
    { x: cx + 24 * scale, y: spot - 152 * scale },
  ];
  const cards = CARDS.map((card, nth) => {
    const track = timeline.track(card, { x: cx + 520 * scale, y: top - 60, r: 24, o: 0, face: 0 });
    track.to(at, 1, { o: 1 }).to(at, 520, { ...places[nth], r: 0 }, "deal").to(at + 200, 240, { face: 1 }, "flip");
    timeline.step(at + 320, "turned", CARDS.slice(0, nth + 1).join());
    at += 480;
    return track;
  });
  at += 700;
  const shown = at + 600;
  const pay = timeline.track("pay", { x: cx, y: top - 120, o: 0 });
  pay.to(at, 1, { o: 1 }).to(at, 460, { x: cx + 74 * scale, y: spot + 4 }, "deal");
  at += 2400;
  for (const card of cards) card.to(at, 460, { x: cx - 700 * scale, y: top - 60 * scale, r: -14 }, "sweep").to(at + 400, 60, { o: 0 });
  for (const stack of [bet, pay]) stack.to(at, 420, { y: height + 90 }, "sweep");
  timeline.step(at + 900 + PAUSE, "turned", "");
  return { timeline, shown };
}

function useUpright(): boolean {
  const [upright, setUpright] = useState(innerHeight > innerWidth);
  useEffect(() => {
    const look = () => setUpright(innerHeight > innerWidth);
    addEventListener("resize", look);
    return () => removeEventListener("resize", look);
  }, []);
  return upright;
}

export function Hero() {
  const upright = useUpright();
  const scene = upright ? UPRIGHT : WIDE;
  const movers = useRef(new Movers()).current;
  const [turned, setTurned] = useState("");
  useEffect(() => {
    const { timeline, shown } = roundOf(scene);
    const show = (moment: number) => {
      setTurned(timeline.at(moment).turned ?? "");
      movers.pose(timeline, moment);
    };
    if (motionReduced()) {
      show(shown);
      return;
    }
    let frame = 0;
    const started = performance.now();
    const tick = (now: number) => {
      show((now - started) % timeline.end);
      frame = requestAnimationFrame(tick);
    };
    frame = requestAnimationFrame(tick);
    return () => cancelAnimationFrame(frame);
  }, [scene, movers]);
  const { width, height, cx, top, scale } = scene;
  const from = top - 900 * scale;
  return (
    <div class="motion" aria-hidden="true">
      <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio={upright ? "xMidYMin slice" : "xMidYMid slice"}>
        <SceneDefs x={cx} y={upright ? 240 : 330} radius={upright ? 720 : 980} soft={14} />
        <rect x="-400" y="-400" width={width + 800} height={height + 800} fill="url(#cloth-light)" />
        <rect x="-200" y="-200" width={width + 400} height={height + 400} class="grain" />
        <ArcText d={arc(cx, from, 1145 * scale, 125, 55)} text={t.room.heroBlackjack} class="print-1" size={40 * scale} />
        <ArcText d={arc(cx, from, 1180 * scale, 125, 55)} text={t.room.heroDealer} class="print-2" size={16 * scale} />
        {[1197, 1228].map((radius) => (
          <path key={radius} d={arc(cx, from, radius * scale, 110, 70)} class="line-print" />
        ))}
        <ArcText d={arc(cx, from, 1218 * scale, 125, 55)} text={t.room.heroInsurance} class="print-2" size={15 * scale} />
        <circle cx={cx} cy={top + 574 * scale} r={52 * scale} class="spot main" />
        <Moving id="bet" rest={HIDDEN} movers={movers}>
          <StackShape cents={13_000} radius={27 * scale} />
        </Moving>
        {CARDS.map((card) => (
          <Moving key={card} id={card} rest={HIDDEN} movers={movers}>
            <CardShape card={turned.includes(card) ? card : null} width={118 * scale} />
          </Moving>
        ))}
        <Moving id="pay" rest={HIDDEN} movers={movers}>
          <StackShape cents={19_500} radius={27 * scale} />
        </Moving>
      </svg>
    </div>
  );
}
