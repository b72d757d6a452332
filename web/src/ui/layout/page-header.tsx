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
      <div className="flex items-center justify-between gap-4 md:items-start">
        <div className="min-w-0">
          <h1 tabIndex={-1} className="text-h1">
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
