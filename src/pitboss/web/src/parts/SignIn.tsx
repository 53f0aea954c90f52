import { useEffect, useState } from "preact/hooks";
import { notify } from "../say";
import { askForGuests, guests, signIn, signInByToken, sitDown } from "../session";

/** A name that the house takes of one as people write it; none where nothing is left of it. */
function asName(text: string): string {
  const name = text.trim().toLowerCase().replace(/\W+/g, "_").slice(0, 24);
  return /^[a-z]/.test(name) ? name : "";
}

/** Guests come in at once where the house takes them; account holders sign in by password or token. */
export function SignIn() {
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
    <section class="panel signin" aria-label="Sign in">
      {guests.value && (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            void go(() => sitDown(asName(name)));
          }}
        >
          <h2>Play with practice chips</h2>
          <p class="soft">No account needed. Real rules and real odds.</p>
          <button class="primary" type="submit" disabled={busy}>
            Play as a guest
          </button>
        </form>
      )}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void go(entered);
        }}
      >
        <h2>Sign in</h2>
        {guests.value === false && <p class="soft">Ask the operator of this house for an account.</p>}
        <label>
          Name <input value={name} autocomplete="username" onInput={(event) => setName(event.currentTarget.value)} />
        </label>
        <label>
          Password or token{" "}
          <input type="password" value={password} autocomplete="current-password" onInput={(event) => setPassword(event.currentTarget.value)} />
        </label>
        <button type="submit" disabled={busy || !password}>
          Sign in
        </button>
      </form>
    </section>
  );
}
