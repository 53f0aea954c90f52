/** The accessible name of a drawn control: text that is read out and not seen. What is printed on it is hidden from readers. */
export function SpokenName({ text, x = 0, y = 0 }: { text: string; x?: number; y?: number }) {
  return (
    <text class="spoken" x={x} y={y} font-size="1" text-anchor="middle" opacity="0">
      {text}
    </text>
  );
}
