import { useEffect, useState } from "preact/hooks";
import { notify } from "../say";
import { askForGuests, guests, signIn, signInByToken, sitDown } from "../session";
import { t } from "../strings";

/** A name that the house takes of one as people write it; none where nothing is left of it. */
function asName(text: string): string {
  const name = text.trim().toLowerCase().replace(/\W+/g, "_").slice(0, 24);
  return /^[a-z]/.test(name) ? name : "";
}

/** Guests come in at once where the house takes them; account holders sign in by password or token. */
export function SignIn() {
  const words = t.shell.signIn;
  const [name, setName] = useState("");
  const [password, setPassword] = useState("");
  const [busy, setBusy] = useState(false);
  useEffect(() => void askForGuests().catch(notify), []);
  async function go(how: () => Promise<void>) {
    setBusy(true);
    try {
      await how();
    } catch (error) {
      notify(error);
    } finally {
      setBusy(false);
    }
  }
  const entered = password.startsWith("pit_") ? () => signInByToken(password) : () => signIn(name, password);
  return (
    <section class="panel signin" aria-label={words.title}>
      {guests.value && (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            void go(() => sitDown(asName(name)));
          }}
        >
          <h2>{words.practice}</h2>
          <p class="soft">{words.practiceHint}</p>
          <button class="primary" type="submit" disabled={busy}>
            {words.guest}
          </button>
        </form>
      )}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void go(entered);
        }}
      >
        <h2>{words.title}</h2>
        {guests.value === false && <p class="soft">{words.askOperator}</p>}
        <label>
          {words.name} <input value={name} autocomplete="username" onInput={(event) => setName(event.currentTarget.value)} />
        </label>
        <label>
          {words.password}{" "}
          <input type="password" value={password} autocomplete="current-password" onInput={(event) => setPassword(event.currentTarget.value)} />
        </label>
        <button type="submit" disabled={busy || !password}>
          {words.title}
        </button>
      </form>
    </section>
  );
}
