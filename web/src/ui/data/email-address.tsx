import { Fragment } from 'react';
import { Highlight, type HighlightProps } from './highlight.tsx';

/** Allows line breaks after `@` and after dots. */
function withLineBreaks(text: string) {
  return text.split(/(?<=[@.])/).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts do not change their order
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}

/** An email address that breaks after `@` and dots and not inside a word. Marks search matches. */
export function EmailAddress({ address, ranges = [] }: { address: string; ranges?: HighlightProps['ranges'] }) {
  return (
    <span className="wrap-break-word">
      <Highlight text={address} ranges={ranges} renderText={withLineBreaks} />
    </span>
  );
}
