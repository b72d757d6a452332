import type { ReactNode } from 'react';

export interface HighlightProps {
  text: string;
  /** Start and end places of what matched, in order, as the search found them (Greek and Latin letters alike). */
  ranges: readonly (readonly [start: number, end: number])[];
  /** How a piece of the text is drawn, where not as it is. */
  drawn?: (piece: string) => ReactNode;
}

const asItIs = (piece: string) => piece;

/** Marks what a search matched. */
export function Highlight({ text, ranges, drawn = asItIs }: HighlightProps) {
  const rest = ranges.at(-1)?.[1] ?? 0;
  return (
    <>
      {ranges.map(([start, end], place) => (
        <span key={start}>
          {drawn(text.slice(ranges[place - 1]?.[1] ?? 0, start))}
          <mark className="rounded-[2px] bg-warning-line text-ink">{drawn(text.slice(start, end))}</mark>
        </span>
      ))}
      {drawn(text.slice(rest))}
    </>
  );
}
