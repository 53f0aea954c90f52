/** Things of a scene that move: each is drawn once, and takes its pose from its track at every frame. */
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { Pose, Track } from "../timeline/timeline";
import { round } from "./svg";

/** The drawn things of one scene, by the id of their track. */
export class Movers {
  private readonly elements = new Map<string, SVGGElement>();
  private readonly rest = new Map<string, Pose>();
  private timeline: { tracks: Map<string, Track> } | null = null;
  private t = 0;

  set(id: string, element: SVGGElement | null, rest: Pose): void {
    if (!element) {
      this.elements.delete(id);
      this.rest.delete(id);
      return;
    }
    this.elements.set(id, element);
    this.rest.set(id, rest);
    this.put(id, element); // what is drawn between two frames is in its place at once
  }

  /** Puts everything where it is at a moment; what has no track stays where it rests. */
  pose(timeline: { tracks: Map<string, Track> } | null, t: number): void {
    this.timeline = timeline;
    this.t = t;
    for (const [id, element] of this.elements) this.put(id, element);
  }

  private put(id: string, element: SVGGElement): void {
    const { x, y, r, s, o, face } = this.timeline?.tracks.get(id)?.at(this.t) ?? this.rest.get(id)!;
    // a turning card is narrow in the middle of its turn
    const turn = Math.max(0.04, Math.abs(Math.cos(Math.PI * (1 - face))));
    element.setAttribute("transform", `translate(${round(x)} ${round(y)}) rotate(${round(r)}) scale(${round(s * turn)} ${round(s)})`);
    element.setAttribute("opacity", String(round(o)));
  }
}

interface MovingProps {
  id: string;
  rest: Pose;
  movers: Movers;
  children: ComponentChildren;
}

export function Moving({ id, rest, movers, children }: MovingProps) {
  const ref = useRef<SVGGElement>(null);
  useLayoutEffect(() => {
    movers.set(id, ref.current, rest);
    return () => movers.set(id, null, rest);
  }, [id, rest, movers]);
  return (
    <g ref={ref} data-thing={id} opacity="0">
      {children}
    </g>
  );
}
