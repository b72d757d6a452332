import type { ReactNode } from 'react';

/** Names and values in two columns: a person's data, a price list. */
export function Facts({ facts }: { facts: readonly { label: ReactNode; value: ReactNode }[] }) {
  return (
    <dl className="grid grid-cols-[minmax(6rem,max-content)_1fr] gap-x-5 gap-y-1.5 text-body">
      {facts.map(({ label, value }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: facts do not change their order
        <div key={index} className="col-span-2 grid grid-cols-subgrid">
          <dt className="text-ink-muted">{label}</dt>
          <dd className="min-w-0 wrap-break-word">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
