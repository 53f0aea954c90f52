import { useEffect, useRef } from "preact/hooks";
import { Preview, type PreviewProps } from "./Preview";
import { houseWords } from "../strings/house";

/** Words that were asked for, with what they will bring. */
export function Asked(props: PreviewProps) {
  const shown = useRef<HTMLDivElement>(null);
  useEffect(() => shown.current?.scrollIntoView({ block: "nearest" }), [props.words]);
  return (
    <div ref={shown} class="asked" role="group" aria-label={houseWords.enterWhat(props.words)}>
      <p>
        <strong translate={false}>{props.words}</strong>
      </p>
      <Preview key={props.words} {...props} />
    </div>
  );
}
