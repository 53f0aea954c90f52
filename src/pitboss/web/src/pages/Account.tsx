import { type Schemas } from "../api";
import { money } from "../money";
import { SignIn } from "../parts/SignIn";
import { MyLimits } from "../pit/MyLimits";
import { when } from "../plain";
import { Link } from "../router";
import { notify } from "../say";
import { me, signOut } from "../session";
import { useGet, useTitle } from "../use";
import { pageWords } from "../strings/pages";

/** Who is here, and every movement of the account. */
export default function Account() {
  const words = pageWords.account;
  useTitle(words.title);
  const person = me.value;
  const lines = useGet<Schemas["StatementLine"][]>(person ? "/me/statement?limit=200" : "");
  if (!person)
    return (
      <>
        <h1>{words.title}</h1>
        <SignIn />
      </>
    );
  return (
    <>
      <h1 translate={false}>{person.name}</h1>
      <section class="panel account" aria-label={words.title}>
        <p class="account-sum">
          <strong>{money(person.wallet ?? 0)}</strong> {words.wallet}
        </p>
        <p class="soft">{person.guest ? words.guest : words.roles[person.role]}</p>
        <button type="button" onClick={() => void signOut().catch(notify)}>
          {words.signOut}
        </button>
      </section>
      {person.role === "player" && !person.guest && <MyLimits />}
      <h2>{words.statement}</h2>
      <table class="plain statement">
        <thead>
          <tr>
            <th scope="col">{words.when}</th>
            <th scope="col">{words.what}</th>
            <th scope="col" class="number">
              {words.amount}
            </th>
            <th scope="col" class="number">
              {words.balance}
            </th>
          </tr>
        </thead>
        <tbody>
          {(lines ?? []).map((line) => (
            <tr key={line.number}>
              <td translate={false}>{when(line.time)}</td>
              <td>
                {words.movements[line.what] ?? line.what} {line.table && <Link href={`/history/${line.table}`} translate={false}>{line.table}</Link>}
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
      {lines && !lines.length && <p class="soft">{words.none}</p>}
    </>
  );
}
