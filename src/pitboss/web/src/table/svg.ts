/** Geometry of drawn tables: points, arcs and keystones of a scene, as SVG paths. Angles are degrees, 90 is down. */

export interface Point {
  x: number;
  y: number;
}

export const round = (value: number): number => Math.round(value * 100) / 100;

export function polar(cx: number, cy: number, radius: number, degrees: number): Point {
  const angle = (degrees * Math.PI) / 180;
  return { x: cx + radius * Math.cos(angle), y: cy + radius * Math.sin(angle) };
}

export function arc(cx: number, cy: number, radius: number, from: number, to: number): string {
  const start = polar(cx, cy, radius, from);
  const end = polar(cx, cy, radius, to);
  return `M${round(start.x)} ${round(start.y)}A${round(radius)} ${round(radius)} 0 ${Math.abs(to - from) > 180 ? 1 : 0} ${to > from ? 1 : 0} ${round(end.x)} ${round(end.y)}`;
}

/** A piece of a ring around a point. */
export function keystone(cx: number, cy: number, inner: number, outer: number, from: number, to: number): string {
  const [a, b, c, d] = [polar(cx, cy, inner, from), polar(cx, cy, outer, from), polar(cx, cy, outer, to), polar(cx, cy, inner, to)];
  const at = ({ x, y }: Point) => `${round(x)} ${round(y)}`;
  return `M${at(a)}L${at(b)}A${outer} ${outer} 0 0 1 ${at(c)}L${at(d)}A${inner} ${inner} 0 0 0 ${at(a)}Z`;
}

/** A point given relative to a place that is turned by an angle. */
export function placed(at: Point & { a: number }, x: number, y: number): Point {
  const angle = (at.a * Math.PI) / 180;
  return { x: at.x + x * Math.cos(angle) - y * Math.sin(angle), y: at.y + x * Math.sin(angle) + y * Math.cos(angle) };
}
