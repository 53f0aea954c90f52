import { useEffect, useRef } from "preact/hooks";
import { Preview, type PreviewProps } from "./Preview";

/** Words that were asked for, with what they will bring. */
export function Asked(props: PreviewProps) {
  const shown = useRef<HTMLDivElement>(null);
  useEffect(() => shown.current?.scrollIntoView({ block: "nearest" }), [props.words]);
  return (
    <div ref={shown} class="asked" role="group" aria-label={props.words}>
      <p>
        <strong>{props.words}</strong>
      </p>
      <Preview key={props.words} {...props} />
    </div>
  );
}
