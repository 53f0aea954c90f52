import { useEffect, useState } from "preact/hooks";
import { get, type Schemas } from "../api";
import { Clauses } from "../parts/ClauseRef";
import { plain } from "../plain";
import { notify } from "../say";
import { t } from "../strings";

type Duty = Schemas["TableDuty"];

interface DutiesProps {
  id: string;
  rulebook: string;
  /** How far the table is: the duties are asked for again as it goes on. */
  version: number;
  onSpeak: (words: string) => Promise<boolean>;
}

/**
 * What the law asks of a person here: one press attests it, where it is the viewer's to attest; of the rest for whom the table waits.
 * It is fetched, so it stands below the controls of the moment: they must not move while they are pressed.
 */
export function Duties({ id, rulebook, version, onSpeak }: DutiesProps) {
  const [duties, setDuties] = useState<Duty[]>([]);
  useEffect(() => {
    let wanted = true;
    get<Duty[]>(`/tables/${id}/duties`).then((found) => wanted && setDuties(found), notify);
    return () => {
      wanted = false;
    };
  }, [id, version]);
  const due = duties.filter((duty) => duty.status === "open" || (duty.status === "required" && duty.by_you));
  if (!duties.length) return null;
  if (duties.every((duty) => duty.status === "not_attested")) return <p class="soft">{t.common.noDuties}</p>;
  if (!due.length) return null;
  return (
    <fieldset class="duties" aria-label={t.common.duties}>
      <legend>{t.common.duties}</legend>
      <ul>
        {due.map((duty) => (
          <li key={duty.duty} data-duty={duty.duty}>
            <span>
              {t.common.dutyOf(duty.role, duty.says, plain(duty.detail ?? ""))} <Clauses rulebook={rulebook} clauses={duty.clauses} />
              {!!duty.before.length && <small class="soft"> {t.common.blocked(duty.before.map(plain).join(", "))}</small>}
            </span>
            {duty.by_you ? (
              <button type="button" class={duty.status === "open" ? "primary" : ""} aria-label={t.common.attestDuty(duty.role, duty.says)} onClick={() => void onSpeak(duty.words)}>
                {t.common.attest}
              </button>
            ) : (
              <em>{t.common.waitsFor(duty.role)}</em>
            )}
          </li>
        ))}
      </ul>
    </fieldset>
  );
}
