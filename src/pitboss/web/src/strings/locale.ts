/** The language of the page. With `pitboss.locale` set to `pseudo` in localStorage every string is marked with ⟦ ⟧. */

/** A part of a catalogue with every string marked. */
function marked<Part extends object>(part: Part): Part {
  return new Proxy(part, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value === "string") return mark(value);
      if (typeof value === "function") return (...values: unknown[]) => mark(String((value as (...values: unknown[]) => unknown)(...values)));
      return typeof value === "object" && value ? marked(value) : value;
    },
  });
}

const mark = (text: string) => (text ? `⟦${text}⟧` : "");

function pseudo(): boolean {
  try {
    return localStorage.getItem("pitboss.locale") === "pseudo";
  } catch {
    return false; // a private window may refuse storage
  }
}

const PSEUDO = pseudo();

/** A part of the catalogue in the language of the page. */
export function localised<Part extends object>(part: Part): Part {
  return PSEUDO ? marked(part) : part;
}
