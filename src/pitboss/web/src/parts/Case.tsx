import { useEffect, useState } from "preact/hooks";
import { getText } from "../api";
import { bodyOf } from "../say";
import { Fold } from "./Fold";

interface CaseProps {
  book: string;
  name: string;
  title?: string;
}

/** A case as it is written, fetched when it is opened. */
export function Case({ book, name, title = "" }: CaseProps) {
  return (
    <Fold
      title={
        <>
          <span translate={false}>{name}</span> {title && <span class="soft" translate={false}>{title}</span>}
        </>
      }
    >
      {() => <CaseText {...{ book, name }} />}
    </Fold>
  );
}

function CaseText({ book, name }: CaseProps) {
  const [text, setText] = useState("");
  useEffect(() => void getText(`/rulebooks/${book}/cases/${name}`).then(setText, (error) => setText(bodyOf(error).message)), [book, name]);
  return <pre tabindex={0} translate={false}>{text}</pre>;
}
