/** Chips that follow a mouse, a pen or a finger, and are laid where they are let go. */

/** How far a pointer goes before it drags, in pixels: less is a click. */
const FAR = 8;

/** Where something may be laid: any element so marked takes it as a click. */
function placeAt(x: number, y: number): Element | null {
  return document.elementFromPoint(x, y)?.closest("[data-drop]") ?? null;
}

/** To be called as a pointer goes down on a chip; `begin` as it is dragged away. */
export function drag(down: PointerEvent, begin: () => void): void {
  if (!down.isPrimary || down.button !== 0) return;
  const chip = down.currentTarget as HTMLElement;
  const over = new AbortController();
  let ghost: HTMLElement | null = null;
  let marked: Element | null = null;

  function mark(place: Element | null) {
    marked?.classList.remove("drop-here");
    place?.classList.add("drop-here");
    marked = place;
  }
  function move(event: PointerEvent) {
    if (event.pointerId !== down.pointerId) return;
    if (!ghost && Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) < FAR) return;
    if (!ghost) {
      begin();
      ghost = chip.firstElementChild!.cloneNode(true) as HTMLElement;
      ghost.classList.add("chip-dragged");
      document.body.append(ghost);
    }
    event.preventDefault();
    ghost.style.translate = `${event.clientX}px ${event.clientY}px`;
    mark(placeAt(event.clientX, event.clientY));
  }
  function end(event: PointerEvent) {
    if (event.pointerId !== down.pointerId) return;
    over.abort();
    mark(null);
    if (!ghost) return;
    ghost.remove();
    if (event.type === "pointerup") placeAt(event.clientX, event.clientY)?.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  }
  window.addEventListener("pointermove", move, { signal: over.signal });
  window.addEventListener("pointerup", end, { signal: over.signal });
  window.addEventListener("pointercancel", end, { signal: over.signal });
}
