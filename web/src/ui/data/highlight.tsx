import type { ReactNode } from 'react';

export interface HighlightProps {
  text: string;
  /** Start and end indexes of the matches, in ascending order. The search matches Greek and Latin letters. */
  ranges: readonly (readonly [start: number, end: number])[];
  /** Renders a part of the text. Defaults to the text itself. */
  renderText?: (part: string) => ReactNode;
}

const unchanged = (part: string) => part;

/** Marks search matches in a text. */
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
