import { useId } from "preact/hooks";

interface ArcTextProps {
  /** The path of the baseline (`arc`). */
  d: string;
  text: string;
  class: string;
  size: number;
  /** Room for the text in units of the scene: longer text is set closer, and then smaller. */
  most?: number;
  style?: string;
}

/** Text printed along an arc, centred on it. */
export function ArcText({ d, text, class: name, size, most, style }: ArcTextProps) {
  const id = useId();
  // an estimate is enough: it decides between the usual spacing and a tighter one
  const wide = most !== undefined && text.length * size * 0.66 > most;
  return (
    <>
      <path id={id} d={d} fill="none" />
      <text class={name} font-size={size} text-anchor="middle" style={`${wide ? "letter-spacing:0;" : ""}${style ?? ""}`}>
        <textPath href={`#${id}`} startOffset="50%" {...(wide && text.length * size * 0.56 > most ? { textLength: most, lengthAdjust: "spacingAndGlyphs" } : {})}>
          {text}
        </textPath>
      </text>
    </>
  );
}
