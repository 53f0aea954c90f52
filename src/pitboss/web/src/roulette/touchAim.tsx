/** A finger covers what it points at: while it is down a bubble above it names the wager, and lifting it places the chip. */
import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Point } from "./scene";
import type { Card } from "./types";

type Placed = Card["positions"][number];

interface Aimed {
  at: Point;
  label: string;
}

const TARGET = "[data-position], [data-race]";

function targetAt(x: number, y: number): Element | null {
  return document.elementFromPoint(x, y)?.closest(TARGET) ?? null;
}

/** Returns the bubble. The finger may slide to another wager before it is lifted. */
export function useTouchAim(svg: { current: SVGSVGElement | null }, onAim: (position: Placed | null) => void): ComponentChildren {
  const [aimed, setAimed] = useState<Aimed | null>(null);
  useEffect(() => {
    const element = svg.current!;
    let start: Element | null = null;
    let last: Element | null = null;

    function follow(event: PointerEvent) {
      const target = targetAt(event.clientX, event.clientY);
      const matrix = element.getScreenCTM();
      const point = matrix ? new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse()) : null;
      if (target !== last) {
        last?.dispatchEvent(new PointerEvent("pointerleave"));
        target?.dispatchEvent(new PointerEvent("pointerenter"));
      }
      last = target;
      setAimed(target && point ? { at: { x: point.x, y: point.y }, label: (target.getAttribute("aria-label") ?? "").split(";")[0]! } : null);
    }
    function down(event: PointerEvent) {
      if (event.pointerType !== "touch" || !event.isPrimary) return;
      start = targetAt(event.clientX, event.clientY);
      last = null;
      if (start) follow(event);
    }
    function move(event: PointerEvent) {
      if (start && event.pointerType === "touch") follow(event);
    }
    function up(event: PointerEvent) {
      if (!start || event.pointerType !== "touch") return;
      const target = event.type === "pointerup" ? targetAt(event.clientX, event.clientY) : null;
      // a click follows by itself only where the finger was lifted from where it came down
      if (target && target !== start) target.dispatchEvent(new MouseEvent("click", { bubbles: true }));
      start = last = null;
      setAimed(null);
      onAim(null);
    }
    element.addEventListener("pointerdown", down);
    element.addEventListener("pointermove", move);
    element.addEventListener("pointerup", up);
    element.addEventListener("pointercancel", up);
    return () => {
      element.removeEventListener("pointerdown", down);
      element.removeEventListener("pointermove", move);
      element.removeEventListener("pointerup", up);
      element.removeEventListener("pointercancel", up);
    };
  }, []);
  return aimed && <Bubble {...aimed} svg={svg.current} />;
}

/** Distance of the bubble from the finger, in units of the scene. */
const ABOVE = 46;

function Bubble({ at, label, svg }: Aimed & { svg: SVGSVGElement | null }) {
  const [name = "", pays = ""] = label.split(", ");
  const { width = 0 } = svg?.viewBox.baseVal ?? {};
  const wide = Math.max(name.length, pays.length) * 7.4 + 24;
  const x = Math.min(Math.max(at.x, wide / 2 + 4), width - wide / 2 - 4);
  // below the finger where there is no room above
  const y = at.y - ABOVE - 42 < 0 ? at.y + ABOVE : at.y - ABOVE - 40;
  return (
    <g class="aim" transform={`translate(${x} ${y})`} aria-hidden="true" data-aim>
      <rect x={-wide / 2} width={wide} height="40" rx="8" />
      <text y="17">{name.slice(0, 1).toUpperCase() + name.slice(1)}</text>
      <text y="33" class="aim-pays">
        {pays}
      </text>
    </g>
  );
}
