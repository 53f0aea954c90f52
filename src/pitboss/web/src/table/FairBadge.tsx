import { useRef } from "preact/hooks";
import { Link } from "../router";
import { t } from "../strings";
import { verified } from "../verified";

/** What this browser found of the published seeds of a table: nothing yet, all in order, or a fault. */
export function FairBadge({ href, faultsOnly, busy }: { href: string; faultsOnly: boolean; busy: boolean }) {
  const now = verified.value.get(href.split("/")[2] ?? "");
  const shown = useRef(now);
  if (!busy) shown.current = now; // a round that is still being shown is verified before its end
  const found = shown.current;
  if (!found?.count && !found?.leftOut) return null;
  if (faultsOnly && !found.fault && !found.leftOut) return null;
  const text = found.fault ? t.common.notFair : found.count ? t.common.fair(found.count) : "";
  const about = [found.fault || (found.count && t.common.fairAbout(found.name)), found.leftOut && t.common.leftOut(found.leftOut)].filter(Boolean).join(" ");
  return (
    <Link class={`link fair${found.fault ? " refused" : ""}`} href={href} title={about} aria-label={`${text} ${about}`.trim()}>
      {text || "!"}
    </Link>
  );
}
