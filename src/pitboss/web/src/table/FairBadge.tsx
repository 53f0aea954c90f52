import { Link } from "../router";
import { t } from "../strings";
import { verified } from "../verified";

/** What this browser found of the published seeds of a table: nothing yet, all in order, or a fault. */
export function FairBadge({ href, faultsOnly }: { href: string; faultsOnly: boolean }) {
  const found = verified.value.get(href.split("/")[2] ?? "");
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
