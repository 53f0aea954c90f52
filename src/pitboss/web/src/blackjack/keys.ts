import { useEffect } from "preact/hooks";

/** 1 to 7 choose a chip. */
export function useChipKeys() {
  useEffect(() => {
    function press(event: KeyboardEvent) {
      if (event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|SELECT|TEXTAREA)$/.test((event.target as HTMLElement).tagName)) return;
      document.querySelectorAll<HTMLButtonElement>(".picker button")[Number(event.key) - 1]?.click();
    }
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, []);
}
