import { useState } from "preact/hooks";
import { notify } from "../say";
import { signIn, signInByToken, sitDown } from "../session";

/** A name that the house takes of one as people write it; none where nothing is left of it. */
function asName(text: string): string {
  const name = text.trim().toLowerCase().replace(/\W+/g, "_").slice(0, 24);
  return /^[a-z]/.test(name) ? name : "";
}

/** A guest sits down at once; whoever has an account signs in by password or token. */
export function SignIn() {
  const [name, setName] = useState("");
  const [password, setPassword] = useState("");
  const [busy, setBusy] = useState(false);
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
    <section class="panel signin" aria-label="Come in">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void go(() => sitDown(asName(name)));
        }}
      >
        <h2>Play with practice chips</h2>
        <p class="soft">No account is needed. The rules, the odds and the arithmetic are the real ones.</p>
        <button class="primary" type="submit" disabled={busy}>
          Come in as a guest
        </button>
      </form>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void go(entered);
        }}
      >
        <h2>Sign in</h2>
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
