import { useLayoutEffect } from "preact/hooks";

/** Keys of the whole page, but for those that are typed into a field or belong to the browser. `press` says whether it took the key. */
export function useKeys(press: (event: KeyboardEvent) => boolean): void {
  // before it is painted, so that no key is lost between what was shown and what is
  useLayoutEffect(() => {
    function down(event: KeyboardEvent) {
      const typed = /^(INPUT|SELECT|TEXTAREA)$/.test((event.target as HTMLElement).tagName);
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || typed) return;
      if (press(event)) event.preventDefault();
    }
    window.addEventListener("keydown", down);
    return () => window.removeEventListener("keydown", down);
  });
}
