/** The wheel: bowl, rotor with its numbers, and the ball. It is drawn once; the driver turns it. */
import { memo } from "preact/compat";
import { useLayoutEffect, useRef } from "preact/hooks";
import { t } from "../strings";
import { keystone, polar, round } from "../table/svg";
import type { WheelDriver } from "./driver";

/** A wheel this small shows no numbers: they would be below eleven pixels. */
const WITH_NUMBERS = 120;
const LEAST_FONT = 11.45;
const COLOURS: Record<string, string> = { red: "#a8202d", black: "#17181b", green: "#14734a" };

interface WheelProps {
  x: number;
  y: number;
  radius: number;
  order: readonly number[];
  colours: readonly string[];
  driver: WheelDriver;
  /** The last number; null before the first. It is not known here while the ball runs. */
  number: number | null;
  spinning: boolean;
  /** A second drawing of the same wheel, which has no name of its own. */
  closeUp?: boolean;
}

export function Wheel({ x, y, radius, order, colours, driver, number, spinning, closeUp = false }: WheelProps) {
  const rotor = useRef<SVGGElement>(null);
  const ball = useRef<SVGGElement>(null);
  const wheel = useRef<SVGGElement>(null);
  useLayoutEffect(
    () =>
      driver.draws((state, moving) => {
        rotor.current?.setAttribute("transform", `rotate(${round(state.rotor)})`);
        if (state.ball) {
          const at = polar(0, 0, state.ball.radius * radius, state.ball.angle - 90);
          ball.current?.setAttribute("transform", `translate(${round(at.x)} ${round(at.y)})`);
        }
        if (ball.current) ball.current.style.display = state.ball ? "" : "none";
        if (wheel.current) wheel.current.dataset.moving = String(moving);
      }),
    [driver, radius],
  );
  const label = spinning ? t.roulette.spinning : number === null ? t.roulette.wheel : t.roulette.ballOn(number);
  return (
    <g ref={wheel} class="wheel" transform={`translate(${x} ${y})`} {...(closeUp ? { "aria-hidden": "true" } : { role: "img", "aria-label": label })}>
      <Bowl radius={radius} />
      <g ref={rotor} class="wheel-turn">
        <Rotor {...{ radius, order, colours }} />
      </g>
      <g ref={ball} class="ball">
        <circle cx={radius * 0.008} cy={radius * 0.014} r={radius * 0.036} fill="#000" opacity=".4" class="ball-shade" />
        <circle r={Math.max(radius * 0.034, 3)} fill="url(#ball-light)" />
      </g>
    </g>
  );
}

export function WheelDefs() {
  return (
    <defs>
      <radialGradient id="bowl" r=".5">
        <stop offset=".7" stop-color="var(--rail-2)" />
        <stop offset=".86" stop-color="var(--rail-1)" />
        <stop offset=".95" stop-color="var(--rail-3)" />
        <stop offset="1" stop-color="var(--rail-2)" />
      </radialGradient>
      <radialGradient id="cone" cx=".42" cy=".36" r=".7">
        <stop offset="0" stop-color="#8a5b38" />
        <stop offset=".6" stop-color="#5a3520" />
        <stop offset="1" stop-color="#331b0e" />
      </radialGradient>
      <radialGradient id="brass" cx=".4" cy=".35" r=".7">
        <stop offset="0" stop-color="#f5e2b3" />
        <stop offset=".6" stop-color="#c29a55" />
        <stop offset="1" stop-color="#7d5b27" />
      </radialGradient>
      <radialGradient id="ball-light" cx=".35" cy=".3" r=".8">
        <stop offset="0" stop-color="#fff" />
        <stop offset="1" stop-color="#c9c4b8" />
      </radialGradient>
    </defs>
  );
}

const Bowl = memo(function Bowl({ radius: r }: { radius: number }) {
  return (
    <>
      <circle class="wheel-rim" r={r} fill="url(#bowl)" />
      <circle r={r * 0.985} fill="none" stroke="#000" stroke-opacity=".35" stroke-width="1.5" />
      <circle r={r * 0.9} fill="none" stroke="#1a0d06" stroke-opacity=".55" stroke-width={r * 0.052} />
      {Array.from({ length: 8 }, (_, nth) => {
        const angle = nth * 45 + 22.5;
        const at = polar(0, 0, r * 0.8, angle);
        return <rect key={nth} x={-r * 0.012} y={-r * 0.036} width={r * 0.024} height={r * 0.072} rx={r * 0.008} fill="url(#brass)" transform={`translate(${round(at.x)} ${round(at.y)}) rotate(${angle + (nth % 2 ? 90 : 0)})`} />;
      })}
    </>
  );
});

const Rotor = memo(function Rotor({ radius: r, order, colours }: Pick<WheelProps, "radius" | "order" | "colours">) {
  const step = 360 / order.length;
  return (
    <>
      <circle r={r * 0.745} fill="#1b0f08" stroke="#c29a55" stroke-width={r * 0.008} />
      {order.map((number, nth) => {
        const from = nth * step - step / 2 - 90;
        const colour = COLOURS[colours[number]!]!;
        return (
          <g key={number}>
            <path d={keystone(0, 0, round(r * 0.6), round(r * 0.735), from, from + step)} fill={colour} stroke="#d7b673" stroke-width={r * 0.004} />
            <path d={keystone(0, 0, round(r * 0.47), round(r * 0.6), from, from + step)} fill={`color-mix(in srgb, ${colour} 62%, #000)`} stroke="#d7b673" stroke-width={r * 0.004} />
            {r >= WITH_NUMBERS && (
              <text transform={`rotate(${round(nth * step)}) translate(0 ${round(-r * 0.635)})`} class="num" font-size={Math.max(r * 0.082, LEAST_FONT)}>
                {number}
              </text>
            )}
          </g>
        );
      })}
      <circle r={r * 0.47} fill="url(#cone)" stroke="#c29a55" stroke-width={r * 0.01} />
      {[20, 110, 200, 290].map((angle) => (
        <g key={angle} transform={`rotate(${angle})`}>
          <path d={`M${-r * 0.018} 0L${-r * 0.01} ${-r * 0.25}H${r * 0.01}L${r * 0.018} 0Z`} fill="url(#brass)" />
          <circle cy={-r * 0.262} r={r * 0.026} fill="url(#brass)" />
        </g>
      ))}
      <circle r={r * 0.1} fill="url(#brass)" />
      <circle r={r * 0.045} fill="#8a6a35" />
    </>
  );
});
