import { ArrowLeft, X } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { useIsNarrow, useMedia } from '../../lib/media.ts';
import { useUiText } from '../../text/language.tsx';
import { IconButton } from '../actions/icon-button.tsx';
import { LastErrorMessage } from '../feedback/last-error-message.tsx';

export interface SheetProps {
  title: ReactNode;
  /** Below the title: an id with its copy button. */
  subtitle?: ReactNode;
  actions?: ReactNode;
  onClose: () => void;
  /** Sections. `SheetSection` draws the dividers. */
  children: ReactNode;
}

/**
 * Moves the focus to a sheet that covers the list, and returns it on close. Beside the list the focus does not move.
 */
function useSheetFocus(isCovering: boolean) {
  const sheet = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!isCovering) return;
    const previousFocus = document.activeElement;
    sheet.current?.focus();
    return () => {
      if (previousFocus instanceof HTMLElement) previousFocus.focus();
    };
  }, [isCovering]);
  return sheet;
}

/** Closes on Escape wherever the focus is, unless a menu or dialog has handled the key. */
function useEscape(onClose: () => void): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) onClose();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [onClose]);
}

/**
 * Shows one item of a list: beside the list from 1280 px, over it below, as a full page with a back button below 768
 * px. Not modal. Put it inside the page.
 */
export function Sheet({ title, subtitle, actions, onClose, children }: SheetProps) {
  const t = useUiText();
  const titleId = useId();
  const isNarrow = useIsNarrow();
  const isCovering = !useMedia('(width >= 80rem)');
  const sheet = useSheetFocus(isCovering);
  useEscape(onClose);
  return (
    <aside
      ref={sheet}
      data-sheet
      tabIndex={-1}
      aria-labelledby={titleId}
      className="fixed inset-0 top-14 z-20 animate-slide-right overflow-y-auto overscroll-contain border-line bg-raised md:left-auto md:w-107 md:border-l md:shadow-float"
    >
      <header className="flex flex-col gap-3 border-b border-line px-4 py-4 md:px-5">
        <div className="flex items-start gap-2">
          {isNarrow && (
            <IconButton
              icon={ArrowLeft}
              label={t('action.back')}
              onClick={onClose}
              hasTooltip={false}
              className="-mt-2 -ml-3"
            />
          )}
          <div className="min-w-0 flex-1">
            <h2 id={titleId} className="text-h2-large">
              {title}
            </h2>
            {subtitle && <div className="mt-1 flex items-center gap-2 text-body text-ink-muted">{subtitle}</div>}
          </div>
          {!isNarrow && <IconButton icon={X} label={t('action.close')} onClick={onClose} className="-mt-1 -mr-1.5" />}
        </div>
        {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
        {isCovering && <LastErrorMessage />}
      </header>
      {children}
    </aside>
  );
}

/** A section of a sheet, with a divider below it. */
export function SheetSection({
  title,
  count,
  action,
  children,
}: {
  title?: ReactNode;
  count?: ReactNode;
  action?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section className="border-b border-line px-4 py-4 last:border-b-0 md:px-5">
      {title && (
        <div className="mb-2 flex items-baseline justify-between gap-3">
          <h3 className="text-h3">
            {title} {count !== undefined && <span className="font-normal text-ink-muted figures">{count}</span>}
          </h3>
          {action}
        </div>
      )}
      {children}
    </section>
  );
}
