import type { ReactNode } from 'react';

/** Two lines, each truncated with an ellipsis: 20 + 18 px in a row of 48 px. */
export function TwoLines({ first, second }: { first: ReactNode; second?: ReactNode }) {
  return (
    <span className="block min-w-0">
      <span className="block truncate text-body font-strong">{first}</span>
      {second && <span className="block truncate text-small text-ink-muted">{second}</span>}
    </span>
  );
}
