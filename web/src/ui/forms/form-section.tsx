import type { ReactNode } from 'react';

/** A group of a long form: heading, a note on the right, a divider above. */
export function FormSection({ title, note, children }: { title: ReactNode; note?: ReactNode; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-5 border-t border-line py-6">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 className="text-h2-large">{title}</h2>
        {note && <p className="flex items-center gap-2 text-small text-ink-muted">{note}</p>}
      </div>
      {children}
    </section>
  );
}

/** Fields side by side from 640 px, stacked below. `tight` keeps short fields (expiry and CVV) together. */
export function FieldRow({ isTight, children }: { isTight?: boolean; children: ReactNode }) {
  return (
    <div
      className={
        isTight ? 'grid auto-cols-fr grid-flow-col gap-4' : 'grid auto-cols-fr gap-x-4 gap-y-5 sm:grid-flow-col'
      }
    >
      {children}
    </div>
  );
}
