import { useEffect, useState } from "preact/hooks";
import { get } from "./api";
import { notify } from "./say";

/** What a path of the interface answers; null until then. A path of "" asks for nothing. */
export function useGet<T>(path: string): T | null {
  const [found, setFound] = useState<{ path: string; value: T } | null>(null);
  useEffect(() => {
    let wanted = true;
    if (path) get<T>(path).then((value) => wanted && setFound({ path, value }), notify);
    return () => {
      wanted = false;
    };
  }, [path]);
  return found && found.path === path ? found.value : null;
}

export function useTitle(title: string): void {
  useEffect(() => {
    document.title = title ? `${title} · pitboss` : "pitboss";
  }, [title]);
}

/** Calls with the latest value once it has stood still for a while. */
export function useLater<T>(value: T, wait: number): T {
  const [still, setStill] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setStill(value), wait);
    return () => clearTimeout(timer);
  }, [value, wait]);
  return still;
}
