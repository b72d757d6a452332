import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { classes } from '../../lib/classes.ts';

const variants = {
  neutral: 'border-line bg-sunken text-ink-muted',
  info: 'border-transparent bg-primary-soft text-primary-text',
  ok: 'border-transparent bg-success-soft text-success-text',
  warn: 'border-transparent bg-warning-soft text-warning-text',
  bad: 'border-transparent bg-danger-soft text-danger-text',
} as const;

export type BadgeVariant = keyof typeof variants;

/** The shape of every badge: 22 px high. */
export const badgeShape =
  'inline-flex h-5.5 shrink-0 items-center gap-1.5 rounded-badge border px-2 text-tiny whitespace-nowrap align-middle';

/** One or two words about the item beside it. */
export function Badge({
  variant = 'neutral',
  icon: Icon,
  children,
}: {
  variant?: BadgeVariant;
  icon?: LucideIcon | undefined;
  children: ReactNode;
}) {
  return (
    <span
      className={classes(
        badgeShape,
        variants[variant],
        variant === 'info' && 'in-data-[state=checked]:bg-surface in-data-selected:bg-surface',
      )}
    >
      {Icon && <Icon size={14} className="stroke-2" />}
      {children}
    </span>
  );
}
