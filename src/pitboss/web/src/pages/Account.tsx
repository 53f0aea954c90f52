import { Link } from "wouter-preact";
import { type Schemas } from "../api";
import { money } from "../money";
import { SignIn } from "../parts/SignIn";
import { when } from "../plain";
import { notify } from "../say";
import { me, signOut } from "../session";
import { useGet, useTitle } from "../use";

/** What moves money between the account and a table, in words. */
const WORDS: Record<string, string> = { join: "moved to table", leave: "taken from table", deposit: "paid in", withdraw: "paid out", start: "opening balance" };

/** Who is here, and every movement of the account. */
export default function Account() {
  useTitle("Account");
  const person = me.value;
  const lines = useGet<Schemas["StatementLine"][]>(person ? "/me/statement?limit=200" : "");
  if (!person)
    return (
      <>
        <h1>Account</h1>
        <SignIn />
      </>
    );
  return (
    <>
      <h1>{person.name}</h1>
      <section class="panel account" aria-label="Account">
        <p class="account-sum">
          <strong>{money(person.wallet ?? 0)}</strong> in the account, without chips on tables
        </p>
        <p class="soft">{person.guest ? "A guest with practice chips" : `A${/^[aeiou]/.test(person.role) ? "n" : ""} ${person.role} of this house`}</p>
        <button type="button" onClick={() => void signOut().catch(notify)}>
          Sign out
        </button>
      </section>
      <h2>Statement</h2>
      <table class="plain statement">
        <thead>
          <tr>
            <th scope="col">When</th>
            <th scope="col">What</th>
            <th scope="col" class="number">
              Amount
            </th>
            <th scope="col" class="number">
              Balance
            </th>
          </tr>
        </thead>
        <tbody>
          {(lines ?? []).map((line) => (
            <tr key={line.number}>
              <td>{when(line.time)}</td>
              <td>
                {WORDS[line.what] ?? line.what} {line.table && <Link href={`/history/${line.table}`}>{line.table}</Link>}
              </td>
              <td class={line.amount > 0 ? "number in" : "number"}>
                {line.amount > 0 && "+"}
                {money(line.amount)}
              </td>
              <td class="number">{money(line.balance)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {lines && !lines.length && <p class="soft">No transactions yet.</p>}
    </>
  );
}
