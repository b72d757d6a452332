export interface HighlightProps {
  text: string;
  /** Start and end places of what matched, in order, as the search found them (Greek and Latin letters alike). */
  ranges: readonly (readonly [start: number, end: number])[];
}

/** Marks what a search matched. */
export function Highlight({ text, ranges }: HighlightProps) {
  const rest = ranges.at(-1)?.[1] ?? 0;
  return (
    <>
      {ranges.map(([start, end], place) => (
        <span key={start}>
          {text.slice(ranges[place - 1]?.[1] ?? 0, start)}
          <mark className="rounded-[2px] bg-warning-line text-ink">{text.slice(start, end)}</mark>
        </span>
      ))}
      {text.slice(rest)}
    </>
  );
}
