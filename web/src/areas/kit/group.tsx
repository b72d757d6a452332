import type { ReactNode } from 'react';

/** Shows a group of the component gallery with its caption. */
export function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-3">
      <h2 className="text-small font-thing text-ink-muted">{title}</h2>
      {children}
    </section>
  );
}
