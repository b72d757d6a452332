import type { ReactNode } from 'react';
import { LastErrorMessage } from '../feedback/last-error-message.tsx';

export interface PageHeaderProps {
  title: ReactNode;
  /** One line about the page's purpose, hidden below 768 px. */
  purpose?: ReactNode;
  /** The page's main action. */
  action?: ReactNode;
  /** A back link above the title. */
  back?: ReactNode;
}

/** The only h1 of a page in the shell. A string title also sets the document title. */
export function PageHeader({ title, purpose, action, back }: PageHeaderProps) {
  return (
    <div className="mb-5">
      {typeof title === 'string' && <title>{`${title} · MedCloud`}</title>}
      {back && <div className="mb-2">{back}</div>}
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 md:flex-nowrap md:items-start">
        {/* a phone shows a long name above the action, which otherwise leaves it a column of single words */}
        <div className="min-w-0">
          <h1 tabIndex={-1} className="text-h1 wrap-anywhere">
            {title}
          </h1>
          {purpose && <p className="mt-0.5 text-ink-muted max-md:hidden">{purpose}</p>}
        </div>
        {action && <div className="flex shrink-0 items-center gap-2">{action}</div>}
      </div>
      <LastErrorMessage />
    </div>
  );
}
