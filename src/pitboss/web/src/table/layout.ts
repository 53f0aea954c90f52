/** The four layouts of a table. They depend on the window only, never on the phase of the round. */
import { useEffect, useState } from "preact/hooks";

export type Layout = "wide" | "tablet" | "upright" | "lying";

export function layoutOf(width: number, height: number): Layout {
  if (height <= 480 && width > height) return "lying";
  if (width < 600) return "upright";
  if (width < 1100) return "tablet";
  return "wide";
}

/** The layout, and the size of the window, as they change. */
export function useLayout(): { layout: Layout; width: number; height: number } {
  const [size, setSize] = useState(() => ({ width: innerWidth, height: innerHeight }));
  useEffect(() => {
    const change = () => setSize({ width: innerWidth, height: innerHeight });
    window.addEventListener("resize", change);
    return () => window.removeEventListener("resize", change);
  }, []);
  return { layout: layoutOf(size.width, size.height), ...size };
}
