import { useState } from "preact/hooks";
import type { Person, Schemas } from "../api";
import { cents, money } from "../money";
import { me } from "../session";
import { pitWords } from "../strings/pit";
import { AmountForm, change, exclusionEnd, Head, Money, useFresh } from "./parts";

const words = pitWords.users;

/** Every user, a form to add one, and what can be done with the chosen one. */
export function Users() {
  const users = useFresh<Person[]>("/users");
  const [chosen, setChosen] = useState("");
  const [shown, setShown] = useState<Schemas["Session"] | null>(null);
  const operator = me.value?.role === "operator";
  return (
    <>
      {operator && <AddUser onAdded={setShown} />}
      {shown && (
        <p class="panel" role="status">
          {words.token(shown.user.name)} <code translate={false}>{shown.token}</code>
        </p>
      )}
      <table class="plain">
        <Head names={[words.name, words.role, [words.wallet, "number"], words.status]} />
        <tbody>
          {(users ?? []).map((user) => (
            <tr key={user.name}>
              <th scope="row">
                <button type="button" class="link" translate={false} aria-expanded={chosen === user.name} onClick={() => setChosen(chosen === user.name ? "" : user.name)}>
                  {user.name}
                </button>
              </th>
              <td>{pitWords.roles[user.role]}</td>
              <Money value={user.wallet ?? 0} />
              <td>{[user.guest && words.guest, user.disabled && words.disabled, user.excluded && words.excluded].filter(Boolean).join(", ")}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {chosen && <Details key={chosen} name={chosen} onToken={setShown} />}
    </>
  );
}

function AddUser({ onAdded }: { onAdded: (session: Schemas["Session"]) => void }) {
  const [name, setName] = useState("");
  const [role, setRole] = useState("player");
  const [password, setPassword] = useState("");
  async function add(event: Event) {
    event.preventDefault();
    const session = await change<Schemas["Session"]>("POST", "/users", { name, role, ...(password ? { password } : {}) });
    if (!session) return;
    onAdded(session);
    setName("");
    setPassword("");
  }
  return (
    <form class="line panel" aria-label={words.add} onSubmit={(event) => void add(event)}>
      <label>
        {words.newName} <input required pattern="[a-z][a-z0-9_]*" value={name} onInput={(event) => setName(event.currentTarget.value)} />
      </label>
      <RoleChoice label={words.role} role={role} onChoose={setRole} />
      <label>
        {words.password} <input type="password" autocomplete="new-password" value={password} onInput={(event) => setPassword(event.currentTarget.value)} />
      </label>
      <button class="primary" type="submit">
        {words.addButton}
      </button>
    </form>
  );
}

function RoleChoice({ label, role, onChoose }: { label: string; role: string; onChoose: (role: string) => void }) {
  return (
    <label>
      {label}{" "}
      <select value={role} onChange={(event) => onChoose(event.currentTarget.value)}>
        {Object.keys(pitWords.roles).map((name) => (
          <option key={name} value={name}>
            {pitWords.roles[name]}
          </option>
        ))}
      </select>
    </label>
  );
}

function Details({ name, onToken }: { name: string; onToken: (session: Schemas["Session"]) => void }) {
  const user = useFresh<Schemas["UserPage"]>(`/users/${name}`);
  const [role, setRole] = useState("");
  const [reason, setReason] = useState("");
  const [password, setPassword] = useState("");
  const key = () => `page-${Date.now()}`;
  const mine = me.value?.role ?? "";
  if (!user) return null;
  const standing = user.standing;
  return (
    <section class="panel user-details" aria-label={words.details(name)}>
      <h2 translate={false}>{name}</h2>
      <p>
        {pitWords.roles[user.role]} · {money(user.wallet)}
      </p>
      <label class="line">
        {pitWords.reason} <input value={reason} maxLength={300} onInput={(event) => setReason(event.currentTarget.value)} />
      </label>
      {["operator", "cashier", "supervisor"].includes(mine) && (
        <AmountForm
          label={words.money}
          actions={[
            ...(mine === "supervisor"
              ? []
              : ([
                  [words.deposit, (amount) => void change("POST", `/users/${name}/deposits`, { id: key(), amount })],
                  [words.withdraw, (amount) => void change("POST", `/users/${name}/withdrawals`, { id: key(), amount })],
                ] as [string, (amount: number) => void][])),
            [words.award, (amount) => void change("POST", `/users/${name}/awards`, { amount, reason })],
          ]}
        />
      )}
      {(mine === "operator" || mine === "supervisor") && <Exclusion name={name} reason={reason} standing={standing} />}
      {mine === "operator" && (
        <>
          <form class="line" aria-label={words.role} onSubmit={(event) => (event.preventDefault(), void change("PUT", `/users/${name}/role`, { role: role || user.role }))}>
            <RoleChoice label={words.role} role={role || user.role} onChoose={setRole} />
            <button type="submit">{words.setRole}</button>
            <button type="button" onClick={() => void change("PUT", `/users/${name}/standing`, { disabled: !standing.disabled, reason })}>
              {standing.disabled ? words.enable : words.disable}
            </button>
          </form>
          <Limits key={JSON.stringify(standing)} name={name} standing={standing} reason={reason} />
          <form class="line" aria-label={words.access} onSubmit={(event) => (event.preventDefault(), void change("PUT", `/users/${name}/password`, { password }))}>
            <label>
              {words.password} <input type="password" autocomplete="new-password" minLength={8} required value={password} onInput={(event) => setPassword(event.currentTarget.value)} />
            </label>
            <button type="submit">{words.setPassword}</button>
            <button type="button" onClick={() => void change<Schemas["Session"]>("POST", `/users/${name}/tokens`).then((session) => session && onToken(session))}>
              {words.newToken}
            </button>
            <button type="button" onClick={() => void change("DELETE", `/users/${name}/sessions`)}>
              {words.signOut}
            </button>
          </form>
        </>
      )}
    </section>
  );
}

function Exclusion({ name, reason, standing }: { name: string; reason: string; standing: Schemas["Standing"] }) {
  const [days, setDays] = useState("30");
  const exclude = (excluded_days: number) => void change("PUT", `/users/${name}/standing`, { excluded_days, reason });
  const until = exclusionEnd(standing);
  return (
    <form class="line" aria-label={words.exclude} onSubmit={(event) => (event.preventDefault(), exclude(Number(days)))}>
      {until ? (
        <>
          <strong>{words.excludedUntil(until, standing.excluded_by ?? "")}</strong>
          <button type="button" onClick={() => exclude(0)}>
            {words.readmit}
          </button>
        </>
      ) : (
        <>
          <label>
            {words.excludeDays} <input type="number" min="1" value={days} onInput={(event) => setDays(event.currentTarget.value)} />
          </label>
          <button type="submit">{words.exclude}</button>
          <button type="button" onClick={() => exclude(-1)}>
            {words.excludeForever}
          </button>
        </>
      )}
    </form>
  );
}

function Limits({ name, standing, reason }: { name: string; standing: Schemas["Standing"]; reason: string }) {
  const [loss, setLoss] = useState(String((standing.loss ?? 0) / 100));
  const [stake, setStake] = useState(String((standing.stake ?? 0) / 100));
  const [minutes, setMinutes] = useState(String(standing.minutes ?? 0));
  const [reminder, setReminder] = useState(String(standing.reminder ?? 0));
  const fields: [string, string, (text: string) => void][] = [
    [words.loss, loss, setLoss],
    [words.stake, stake, setStake],
    [words.minutes, minutes, setMinutes],
    [words.reminder, reminder, setReminder],
  ];
  function save(event: Event) {
    event.preventDefault();
    void change("PUT", `/users/${name}/standing`, { loss: cents(loss) ?? 0, stake: cents(stake) ?? 0, minutes: Number(minutes), reminder: Number(reminder), reason });
  }
  return (
    <form class="line" aria-label={words.limits} onSubmit={save}>
      {fields.map(([label, value, set]) => (
        <label key={label}>
          {label} <input inputMode="decimal" size={6} value={value} onInput={(event) => set(event.currentTarget.value)} />
        </label>
      ))}
      <button type="submit">{words.setLimits}</button>
    </form>
  );
}
