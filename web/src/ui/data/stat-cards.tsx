import type { ReactNode } from 'react';
import { classes } from '../../lib/classes.ts';

export interface Stat {
  /** Text, or a link, whose press area is then the full figure. */
  label: ReactNode;
  /** Undefined while it loads. */
  value: ReactNode;
  note?: ReactNode;
}

const columns = {
  1: '',
  2: 'sm:grid-cols-2',
  3: 'sm:grid-cols-3',
  4: 'grid-cols-2 lg:grid-cols-4',
  5: 'grid-cols-2 max-lg:*:last:col-span-2 lg:grid-cols-5',
  6: 'grid-cols-2 md:grid-cols-3 lg:grid-cols-6',
} as const;

function isColumnCount(count: number): count is keyof typeof columns {
  return count in columns;
}

/** `hasNote`: at least one figure has a note, so all reserve its height and the numbers align. */
function Figure({ stat, hasNote }: { stat: Stat; hasNote: boolean }) {
  return (
    <div className="relative flex min-w-0 flex-col border-t border-l border-line px-5 py-4 has-[dt_a:hover]:bg-bg">
      <dt className="text-body text-ink-muted [&_a]:-outline-offset-2 [&_a]:after:absolute [&_a]:after:inset-0 [&_a:hover]:underline">
        {stat.label}
      </dt>
      <dd className="mt-auto">
        {stat.value === undefined ? (
          <span className="my-2 block h-5 w-16 skeleton-bar" />
        ) : (
          <span className="block text-figure whitespace-nowrap figures">{stat.value}</span>
        )}
        {hasNote && <span className="block min-h-4.5 text-small text-ink-muted figures">{stat.note}</span>}
      </dd>
    </div>
  );
}

/** Related figures in one card with dividers, two per row on phones. */
export function StatCards({ stats }: { stats: readonly Stat[] }) {
  const grid = isColumnCount(stats.length) ? columns[stats.length] : 'grid-cols-2 lg:grid-cols-4';
  const hasNote = stats.some((stat) => stat.note);
  return (
    <div className="overflow-clip rounded-card border border-line bg-surface">
      <dl className={classes('-mt-px -ml-px grid', grid)}>
        {stats.map((stat, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: figures do not change their order
          <Figure key={index} stat={stat} hasNote={hasNote} />
        ))}
      </dl>
    </div>
  );
}
