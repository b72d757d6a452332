import type { ReactNode } from 'react';

export interface HighlightProps {
  text: string;
  /** Start and end places of what matched, in order, as the search found them (Greek and Latin letters alike). */
  ranges: readonly (readonly [start: number, end: number])[];
  /** How a piece of the text is drawn, where not as it is. */
  renderText?: (part: string) => ReactNode;
}

const unchanged = (part: string) => part;

/** Marks what a search matched. */
export function Highlight({ text, ranges, renderText = unchanged }: HighlightProps) {
  const rest = ranges.at(-1)?.[1] ?? 0;
  return (
    <>
      {ranges.map(([start, end], index) => (
        <span key={start}>
          {renderText(text.slice(ranges[index - 1]?.[1] ?? 0, start))}
          <mark className="rounded-[2px] bg-warning-line text-ink">{renderText(text.slice(start, end))}</mark>
        </span>
      ))}
      {renderText(text.slice(rest))}
    </>
  );
}
