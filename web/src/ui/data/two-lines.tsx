import type { ReactNode } from 'react';

/** The thing itself and a fact about it, each cut with an ellipsis: 20 + 18 px in a row of 48. */
export function TwoLines({ first, second }: { first: ReactNode; second?: ReactNode }) {
  return (
    <span className="block min-w-0">
      <span className="block truncate text-body font-thing">{first}</span>
      {second && <span className="block truncate text-small text-ink-muted">{second}</span>}
    </span>
  );
}
