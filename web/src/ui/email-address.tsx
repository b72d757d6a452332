import { Fragment } from 'react';

/** An e-mail address that a narrow place breaks after its @ and its dots, and not inside a word. */
export function EmailAddress({ address }: { address: string }) {
  return (
    <span className="wrap-break-word">
      {address.split(/(?<=[@.])/).map((piece, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the pieces keep their places
        <Fragment key={place}>
          {piece}
          <wbr />
        </Fragment>
      ))}
    </span>
  );
}
