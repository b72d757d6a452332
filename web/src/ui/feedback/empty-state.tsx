import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

/** Replaces the rows of an empty list and suggests the next step. */
export function EmptyState({
  icon: Icon,
  title,
  text,
  action,
}: {
  icon?: LucideIcon;
  title: ReactNode;
  text?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div className="flex flex-col items-center p-8 text-center">
      {Icon && <Icon size={28} className="mb-3 text-ink-faint" />}
      <p className="text-h2">{title}</p>
      {text && <p className="mt-0.5 max-w-[45ch] text-body text-ink-muted">{text}</p>}
      {action && <div className="mt-4">{action}</div>}
    </div>
  );
}
