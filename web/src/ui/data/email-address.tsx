import { Fragment } from 'react';
import { Highlight, type HighlightProps } from './highlight.tsx';

/** May be broken after an @ and after dots. */
function withLineBreaks(text: string) {
  return text.split(/(?<=[@.])/).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces keep their places
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}

/** An e-mail address that a narrow place breaks after its @ and its dots, and not inside a word; what a search matched is marked. */
export function EmailAddress({ address, ranges = [] }: { address: string; ranges?: HighlightProps['ranges'] }) {
  return (
    <span className="wrap-break-word">
      <Highlight text={address} ranges={ranges} renderText={withLineBreaks} />
    </span>
  );
}
