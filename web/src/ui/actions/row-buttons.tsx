import type { ReactNode } from 'react';

/** Wraps the buttons in a cell of a list. A press on them does not open the row around it. */
export function RowButtons({ className, children }: { className?: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only keeps presses from the row
    // biome-ignore lint/a11y/useKeyWithClickEvents: the row handles keys only on itself
    <span onClick={(event) => event.stopPropagation()} className={className}>
      {children}
    </span>
  );
}
