import type { ReactNode } from 'react';

/** A keyboard key. */
export function Kbd({ children }: { children: ReactNode }) {
  return (
    <kbd className="inline-flex h-5 min-w-4.5 items-center justify-center rounded-check border border-line bg-sunken px-1 font-sans text-[0.6875rem] font-medium text-ink-muted">
      {children}
    </kbd>
  );
}
