/** Addresses below the house's own, and the pages that they show. */
import { signal } from "@preact/signals";
import type { ComponentChild, ComponentProps } from "preact";
import { BASE } from "./base";

const current = () => location.pathname.slice(BASE.length) || "/";

/** The address of the page that is shown, without the path that the house is served under. */
export const place = signal(current());
addEventListener("popstate", () => (place.value = current()));

export function navigate(to: string): void {
  history.pushState(null, "", BASE + to);
  place.value = current();
}

type LinkProps = ComponentProps<"a"> & { href: string };

/** A link within the house; with a modifier key or another button it is the browser's. */
export function Link({ href, onClick, ...rest }: LinkProps) {
  function follow(event: MouseEvent & { currentTarget: HTMLAnchorElement }) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.button) return;
    onClick?.call(event.currentTarget as never, event as never);
    if (event.defaultPrevented) return;
    event.preventDefault();
    navigate(href);
  }
  return <a {...rest} href={BASE + href} onClick={follow} />;
}

/** A pattern such as `/history/:id/:round`, and what it shows, given the parts of the address. */
export type Route = [pattern: string, page: (...parts: string[]) => ComponentChild];

/** The page of an address; undefined where no pattern matches. */
export function pageAt(address: string, routes: readonly Route[]): ComponentChild {
  for (const [pattern, page] of routes) {
    const match = new RegExp(`^${pattern.replace(/:\w+/g, "([^/]+)")}/?$`).exec(address);
    if (match) return page(...match.slice(1));
  }
}
