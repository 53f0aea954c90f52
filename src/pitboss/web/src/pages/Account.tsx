import { type Schemas } from "../api";
import { money } from "../money";
import { SignIn } from "../parts/SignIn";
import { notify } from "../say";
import { me, signOut } from "../session";
import { useGet, useTitle } from "../use";

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
      <p>
        {person.guest ? "A guest with practice chips" : `A ${person.role} of this house`}, {money(person.wallet ?? 0)} in the account, beside what lies on tables.{" "}
        <button type="button" onClick={() => void signOut().catch(notify)}>
          Sign out
        </button>
      </p>
      <h2>Statement</h2>
      <table class="plain">
        <thead>
          <tr>
            <th scope="col">When</th>
            <th scope="col">What</th>
            <th scope="col">Table</th>
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
              <td>{new Date(line.time * 1000).toLocaleString()}</td>
              <td>{line.what}</td>
              <td>{line.table}</td>
              <td class="number">{money(line.amount)}</td>
              <td class="number">{money(line.balance)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
