import { CageTab } from "../pit/Cage";
import { Approvals, Audit, Tables } from "../pit/Others";
import { Reports } from "../pit/Reports";
import { School } from "../pit/School";
import { Users } from "../pit/Users";
import { Link } from "../router";
import { me } from "../session";
import { SignIn } from "../parts/SignIn";
import { pitWords } from "../strings/pit";
import { useTitle } from "../use";
import "../styles/pit.css";

/** The tabs of each role; the server checks every request again. */
const TABS: Record<string, string[]> = {
  operator: ["users", "cage", "tables", "reports", "approvals", "audit", "school"],
  supervisor: ["users", "cage", "tables", "reports", "approvals", "school"],
  cashier: ["users", "cage", "approvals", "school"],
  auditor: ["users", "cage", "tables", "reports", "approvals", "audit", "school"],
  dealer: ["school"],
  director: ["school"],
};
const PARTS: Record<string, () => preact.JSX.Element | null> = { users: Users, cage: CageTab, tables: Tables, reports: Reports, approvals: Approvals, audit: Audit, school: School };

/** The pages of those who run the house: users, cage, tables, reports, approvals, audit, dealer school. */
export default function Pit({ tab }: { tab: string }) {
  useTitle(pitWords.title);
  const tabs = TABS[me.value?.role ?? ""] ?? [];
  const Part = PARTS[tabs.includes(tab) ? tab : (tabs[0] ?? "")];
  return (
    <div class="pit">
      <h1>{pitWords.title}</h1>
      {!tabs.length && (
        <>
          <p class="soft">{pitWords.staffOnly}</p>
          {!me.value && <SignIn />}
        </>
      )}
      <nav class="tabs no-print" aria-label={pitWords.nav}>
        {tabs.map((name) => (
          <Link key={name} href={`/pit/${name}`} aria-current={name === tab ? "page" : undefined}>
            {pitWords.tabs[name]}
          </Link>
        ))}
      </nav>
      {Part && <Part />}
    </div>
  );
}
