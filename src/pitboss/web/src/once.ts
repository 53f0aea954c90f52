/** A double click is one click, and a key that is held down is pressed once: what costs money is done once. */

/** The button of an event, unless it is meant to be pressed quickly: where chips are laid, and where one leafs on. */
function buttonOf(event: Event): Element | null {
  const button = (event.target as Element).closest("button");
  return button?.matches("[data-drop], [data-quick]") ? null : button;
}

function drop(event: Event): void {
  event.preventDefault();
  event.stopPropagation();
}

document.addEventListener("click", (event) => event.detail > 1 && buttonOf(event) && drop(event), true);
document.addEventListener("keydown", (event) => event.repeat && event.key === "Enter" && buttonOf(event) && drop(event), true);
