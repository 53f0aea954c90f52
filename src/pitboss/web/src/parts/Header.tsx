import { money } from "../money";
import { Link, place } from "../router";
import { me } from "../session";
import { choose, surroundings } from "../settings";
import { t } from "../strings";

/** Main navigation; some links are for one role. */
const PLACES: [href: string, name: string, roles?: string[]][] = [
  ["/", t.room.home],
  ["/tables", t.room.tables],
  ["/room", t.room.practiceRoom],
  ["/learn", t.room.learn],
  ["/rules", t.common.rules],
  ["/open", t.common.openTable, ["operator"]],
  ["/pit", t.common.theHouse, ["operator", "supervisor", "cashier", "auditor", "dealer", "director"]],
];

function here(href: string, address: string): boolean {
  return href === "/" ? address === "/" : href === "/tables" ? /^\/(tables|history)/.test(address) : address.startsWith(href);
}

export function Header() {
  const person = me.value;
  const dark = surroundings() === "dark";
  return (
    <header class="top">
      <Link href="/" class="brand" aria-label={t.room.brandHome}>
        <svg viewBox="0 0 32 32" width="24" height="24" aria-hidden="true">
          <path d="M16 1c2.200 5.400 14 12.200 14 19.600 0 4-2.900 6.500-6.300 6.500-2.700 0-5-1.400-6.300-3.600.2 3.200 1.300 6 3.800 7.500H10.800c2.500-1.500 3.600-4.300 3.800-7.500-1.300 2.200-3.600 3.600-6.300 3.600C4.900 27.100 2 24.600 2 20.600 2 13.200 13.800 6.400 16 1z" fill="var(--gold)" />
        </svg>
        <span>{t.common.brand}</span>
      </Link>
      <nav aria-label={t.room.mainNavigation}>
        {PLACES.filter(([, , roles]) => !roles || roles.includes(person?.role ?? "")).map(([href, name]) => (
          <Link key={href} href={href} aria-current={here(href, place.value) ? "page" : undefined}>
            {name}
          </Link>
        ))}
      </nav>
      <button type="button" class="link theme" onClick={() => choose({ theme: dark ? "light" : "dark" })}>
        {dark ? t.common.light : t.common.dark}
      </button>
      <Link href="/settings" class="settings" aria-current={place.value === "/settings" ? "page" : undefined}>
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d="M4 7h9m5 0h2M4 17h2m5 0h9M15.500 4.500v5M8.500 14.500v5" />
        </svg>
        <span>{t.common.settings}</span>
      </Link>
      <Link href="/account" class="me" aria-current={place.value === "/account" ? "page" : undefined}>
        {person ? (
          <>
            <span translate={false}>{person.name}</span> {person.role === "player" ? <strong>{money(person.wallet ?? 0)}</strong> : <em>{t.shell.role[person.role]}</em>}
          </>
        ) : (
          t.common.signIn
        )}
      </Link>
    </header>
  );
}
