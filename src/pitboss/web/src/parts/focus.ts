/** Keyboard focus and the pointer. */

/** For `onMouseDown` of a felt: a click lays a chip and leaves the focus on the strip, so that Enter deals and lays no second chip. */
export function keepFocus(event: MouseEvent): void {
  event.preventDefault();
  const focused = document.activeElement;
  if (focused?.closest("[data-drop]")) (focused as HTMLElement).blur();
}

/** Controls that answer Enter themselves. A chip of the tray is chosen as soon as it has the focus, so Enter is left to the big button. */
export const ANSWERS_ENTER = "button:not([role=radio]), a, summary, [role=button], [role=dialog] *";
