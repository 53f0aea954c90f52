/** The shell of a table: top bar, stage, side panel and action strip. What is in them is the game's own. */
import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { money } from "../money";
import { useNextPress } from "../parts/Notices";
import { Link } from "../router";
import { me } from "../session";
import { choose, settings, surroundings } from "../settings";
import { t } from "../strings";
import { Suit } from "./CardShape";
import { FairBadge } from "./FairBadge";
import { useLayout, type Layout } from "./layout";
import { SpeedChoice } from "./Transport";
import "../styles/parts.css";
import "../styles/table.css";

export interface SidePanel {
  /** Its class, and what opens it on a phone. */
  name: string;
  title: string;
  content: ComponentChildren;
  /** Whether it has no button on a phone: what it holds is in the menu. */
  fixed?: boolean;
  /** Whether its content is a region with a name of its own. */
  named?: boolean;
}

interface ShellProps {
  /** The cloth: a value of `data-cloth` in tokens.css. */
  cloth: string;
  title: string;
  /** The document and its options, in small print. */
  fine: string;
  /** Buttons of the top bar beside those that every table has. */
  tools?: ComponentChildren;
  /** Links of the menu: what more is to be read about this table. */
  links: [href: string, name: string][];
  panels: SidePanel[];
  /** The name of the side, where it is not the coach and the log. */
  side?: string;
  /** Whether a round is still being shown: what was verified of it is shown after it. */
  busy?: boolean;
  stage: (layout: Layout, size: { width: number; height: number }) => ComponentChildren;
  /** Sheets over the stage. */
  sheet?: ComponentChildren;
  strip: (layout: Layout) => ComponentChildren;
  /** Called with the size of the stage as it changes, which is after the window's. */
  onSize?: (size: { width: number; height: number }) => void;
  class?: string;
}

export function Shell({ cloth, title, fine, tools, links, panels, side = t.common.side, busy = false, stage, sheet, strip, onSize, class: name = "" }: ShellProps) {
  const { layout } = useLayout();
  const [open, setOpen] = useState("");
  const area = useRef<HTMLElement>(null);
  const size = useSize(area, layout);
  useNextPress();
  useEffect(() => {
    if (size) onSize?.(size);
  }, [size?.width, size?.height]);
  const small = layout === "upright" || layout === "lying";
  const shown = small ? open : "";
  const fairness = links.find(([href]) => href.endsWith("/fairness"));
  return (
    <div class={`table ${name}`} data-cloth={cloth} data-layout={layout}>
      <header class="top">
        <Link class="brand" href="/tables" aria-label={`${t.common.brand}, ${t.common.lobby}`}>
          <svg viewBox="0 0 32 32" aria-hidden="true">
            <Suit suit="s" x={16} y={16} size={32} class="" />
          </svg>
          <span>{t.common.brand}</span>
        </Link>
        <h1 class="name" translate={false} aria-label={title}>{layout === "upright" ? <ShortName title={title} /> : title}</h1>
        <span class="fine">{fine}</span>
        <span class="sp" />
        {small &&
          panels.filter(({ fixed }) => !fixed).map((panel) => (
            <button key={panel.name} type="button" class="link" aria-expanded={shown === panel.name} onClick={() => setOpen(shown === panel.name ? "" : panel.name)}>
              {panel.title}
            </button>
          ))}
        {fairness && <FairBadge href={fairness[0]} faultsOnly={small} busy={busy} />}
        {tools}
        <SoundButton />
        <Menu links={links} />
      </header>
      <section class="stage" aria-label={t.common.stage} ref={area}>
        {size && stage(layout, size)}
        {sheet}
      </section>
      <section class={`side${shown ? " open" : ""}`} aria-label={side} onKeyDown={(event) => shown && event.key === "Escape" && setOpen("")}>
        {shown && <CloseButton key={shown} onClose={() => setOpen("")} />}
        {panels.map((panel) => (
          <section key={panel.name} class={`panel ${panel.name}${shown === panel.name ? " shown" : ""}`} aria-label={panel.named ? undefined : panel.title}>
            {panel.content}
          </section>
        ))}
      </section>
      <section class="strip" aria-label={t.common.controls}>
        {strip(layout)}
      </section>
    </div>
  );
}

/** Letters of a name that have room in one line. */
const ONE_LINE = 16;

/** The name of a table in two short lines: "Blackjack" above "New Zealand rules", or a long name before and after its last space. */
function ShortName({ title }: { title: string }) {
  const [first, second] = title.length > ONE_LINE ? title.split(/[,:] /.test(title) ? /[,:] / : / (?=\S+$)/) : [title];
  return (
    <>
      {first}
      {second && <small>{second}</small>}
    </>
  );
}

/** The size of the stage. It changes with the window, never with the round. */
function useSize(ref: { current: HTMLElement | null }, layout: Layout): { width: number; height: number } | null {
  const [size, setSize] = useState<{ width: number; height: number } | null>(null);
  useEffect(() => {
    const element = ref.current!;
    const read = () => setSize({ width: element.clientWidth, height: element.clientHeight });
    read();
    const observer = new ResizeObserver(read);
    observer.observe(element);
    return () => observer.disconnect();
  }, [layout]);
  return size;
}

function SoundButton() {
  const on = settings.value.sound;
  return (
    <button type="button" class="link" aria-label={on ? t.common.soundOn : t.common.soundOff} aria-pressed={on} onClick={() => choose({ sound: !on })}>
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d={on ? "M4 9.5v5h3.500L12 18.500v-13L7.500 9.500zM15.500 9a4 4 0 0 1 0 6M18 6.500a8 8 0 0 1 0 11" : "M4 9.5v5h3.500L12 18.500v-13L7.500 9.500zM16 9.500l5 5m0-5l-5 5"} />
      </svg>
    </button>
  );
}

/** Everything that is not the table: the other pages, surroundings, the account. */
function Menu({ links }: { links: [href: string, name: string][] }) {
  const details = useRef<HTMLDetailsElement>(null);
  const person = me.value;
  const theme = surroundings();
  const shut = () => details.current?.removeAttribute("open");
  const pages: [string, string][] = [["/tables", t.common.lobby], ["/rules", t.common.allRules], ...(person?.role === "operator" ? ([["/open", t.common.openTable]] as [string, string][]) : []), ["/settings", t.common.settings]];
  return (
    <details class="menu" ref={details} onKeyDown={(event) => event.key === "Escape" && shut()} onFocusOut={(event) => event.relatedTarget && !event.currentTarget.contains(event.relatedTarget as Node) && shut()}>
      <summary class="link" aria-label={t.common.menu}>
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d="M4 7h16M4 12h16M4 17h16" />
        </svg>
      </summary>
      <nav aria-label={t.common.menu}>
        {links.map(([href, name]) => (
          <Link key={href} class="link" href={href}>
            {name}
          </Link>
        ))}
        <hr />
        {pages.map(([href, name]) => (
          <Link key={href} class="link" href={href}>
            {name}
          </Link>
        ))}
        <Link class="link me" href="/account">
          {person ? `${person.name}${person.role === "player" ? ` · ${money(person.wallet ?? 0)}` : ` · ${person.role}`}` : t.common.signIn}
        </Link>
        <button type="button" class="link" onClick={() => choose({ theme: theme === "dark" ? "light" : "dark" })}>
          {theme === "dark" ? t.common.light : t.common.dark}
        </button>
        <SpeedChoice />
      </nav>
    </details>
  );
}

/** A sheet over the stage: pay tables, limits, an explanation. */
export function Sheet({ title, onClose, children }: { title: string; onClose: () => void; children: ComponentChildren }) {
  return (
    <section class="sheet" role="dialog" aria-label={title} onKeyDown={(event) => event.key === "Escape" && onClose()}>
      <h2>{title}</h2>
      <CloseButton key={title} onClose={onClose} />
      {children}
    </section>
  );
}

/** Closes what is over the stage. It has the focus first, and gives it back. */
function CloseButton({ onClose }: { onClose: () => void }) {
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    const [before, close] = [document.activeElement as HTMLElement | null, button.current!];
    close.focus({ preventScroll: true });
    return () => {
      if ([close, document.body].includes(document.activeElement as HTMLElement) && before?.isConnected) before.focus({ preventScroll: true });
    };
  }, []);
  return (
    <button ref={button} type="button" class="link sheet-close" aria-label={t.common.close} onClick={onClose}>
      ✕
    </button>
  );
}

