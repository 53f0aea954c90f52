import type { JSX, RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { notices } from "../say";
import { useNarrow } from "../use";

/** A row of boxes: on a narrow screen it is pushed, also by keys, and shows the box that matters in its middle; one's own is wider than a free one. */
export function useRow(nth: number, betting: boolean, own: boolean): JSX.HTMLAttributes<HTMLDivElement> & { ref: RefObject<HTMLDivElement> } {
  const narrow = useNarrow();
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const row = ref.current;
    const seat = row?.children[nth] as HTMLElement | undefined;
    if (!row || !seat) return;
    if (seat.querySelector(".box-mine")) bringAbove(seat);
    if (row.scrollWidth > row.clientWidth) row.scrollTo({ left: seat.offsetLeft - row.offsetLeft - (row.clientWidth - seat.offsetWidth) / 2 });
  }, [nth, betting, own, narrow, notices.value]); // a notice makes the buttons taller
  return narrow ? { ref, tabIndex: 0, role: "group", "aria-label": "Boxes" } : { ref };
}

/** On a low screen the buttons lie over the cloth: not over the box that they are for, as far as there is room. */
function bringAbove(seat: HTMLElement): void {
  const { top, bottom } = seat.getBoundingClientRect();
  const buttons = document.querySelector(".controls")?.getBoundingClientRect().top ?? Infinity;
  if (bottom > buttons) scrollBy(0, Math.min(bottom - buttons, top));
}
