import { Link, useLocation } from "wouter-preact";
import { money } from "../money";
import { me } from "../session";

/** The main places, and whose they are where not everybody's. */
const PLACES: [href: string, name: string, role?: string][] = [
  ["/", "Lobby"],
  ["/rules", "Rules"],
  ["/open", "Open a table", "operator"],
  ["/settings", "Settings"],
];

function here(href: string, place: string): boolean {
  return href === "/" ? place === "/" || /^\/(tables|history)\//.test(place) : place.startsWith(href);
}

export function Header() {
  const person = me.value;
  const [place] = useLocation();
  return (
    <header class="top">
      <Link href="/" class="brand">
        <svg viewBox="0 0 24 24" width="26" height="26" aria-hidden="true">
          <path d="M12 2C9 7 4 9.5 4 14a4 4 0 0 0 7 2.6c-.2 2-.9 3.7-2 5.4h6c-1.1-1.7-1.8-3.4-2-5.4A4 4 0 0 0 20 14c0-4.500-5-7-8-12Z" fill="currentColor" />
        </svg>
        pitboss
      </Link>
      <nav aria-label="Main">
        {PLACES.filter(([, , role]) => !role || role === person?.role).map(([href, name]) => (
          <Link key={href} href={href} aria-current={here(href, place) ? "page" : undefined}>
            {name}
          </Link>
        ))}
      </nav>
      <Link href="/account" class="me" aria-current={place === "/account" ? "page" : undefined}>
        {person ? (
          <>
            <span>{person.name}</span> {person.role === "player" ? <strong>{money(person.wallet ?? 0)}</strong> : <em>{person.role}</em>}
          </>
        ) : (
          "Sign in"
        )}
      </Link>
    </header>
  );
}
