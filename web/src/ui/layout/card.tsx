import type { ReactNode } from 'react';
import { classes } from '../../lib/classes.ts';

export interface CardProps {
  title?: ReactNode;
  /** On the right of the title: a badge, a link. */
  aside?: ReactNode;
  /** Without padding, for lists and tables with their own dividers. */
  isFlush?: boolean;
  className?: string;
  children: ReactNode;
}

/** A group of related content, with a border and no shadow. */
export function Card({ title, aside, isFlush, className, children }: CardProps) {
  return (
    <section
      className={classes(
        'min-w-0 overflow-clip rounded-card border border-line bg-surface',
        !isFlush && 'p-4 md:p-5',
        className,
      )}
    >
      {(title || aside) && (
        <div
          className={classes(
            'flex min-h-6 items-center justify-between gap-3',
            isFlush ? 'px-4 pt-4 pb-2 md:px-5' : 'mb-3',
          )}
        >
          {title && <h2 className="min-w-0 text-h2">{title}</h2>}
          {aside}
        </div>
      )}
      {children}
    </section>
  );
}
