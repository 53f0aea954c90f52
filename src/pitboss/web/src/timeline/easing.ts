/** Easing curves of the motion table: a card brakes on the cloth, a chip overshoots by a hair, a sweep gathers speed. */

export type Easing = (share: number) => number;

function bezier(x1: number, y1: number, x2: number, y2: number): Easing {
  const cx = 3 * x1;
  const bx = 3 * (x2 - x1) - cx;
  const ax = 1 - cx - bx;
  const cy = 3 * y1;
  const by = 3 * (y2 - y1) - cy;
  const ay = 1 - cy - by;
  return (x) => {
    let t = x;
    for (let round = 0; round < 6; round++) {
      const slope = (3 * ax * t + 2 * bx) * t + cx;
      if (Math.abs(slope) < 1e-5) break;
      t -= (((ax * t + bx) * t + cx) * t - x) / slope;
    }
    t = Math.max(0, Math.min(1, t));
    return ((ay * t + by) * t + cy) * t;
  };
}

export const EASE = {
  deal: bezier(0.16, 0.84, 0.32, 1),
  chip: bezier(0.2, 0.9, 0.3, 1.06),
  sweep: bezier(0.55, 0, 0.75, 0.35),
  ui: bezier(0.2, 0, 0, 1),
  flip: bezier(0.45, 0, 0.55, 1),
  linear: (share: number) => share,
} satisfies Record<string, Easing>;

export type EaseName = keyof typeof EASE;
