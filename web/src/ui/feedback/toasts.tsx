import { limits } from '@medcloud/contract/limits';
import { X } from 'lucide-react';
import { Toast as Radix } from 'radix-ui';
import { type ReactNode, useEffect, useState } from 'react';
import { classes } from '../../lib/classes.ts';
import { useIsNarrow } from '../../lib/media.ts';
import { useUiText } from '../../text/language.tsx';
import { IconButton } from '../actions/icon-button.tsx';
import { type FeedbackVariant, feedbackIcons } from '../data/feedback-variant.ts';

export interface ToastContent {
  variant?: FeedbackVariant;
  title: string;
  text?: ReactNode;
  /** The page shows it only in `LastErrorMessage`. */
  isShownInPage?: true;
}

export interface ToastEntry {
  id: number;
  content: ToastContent;
}

const iconColors = {
  info: 'text-primary',
  success: 'text-success',
  warning: 'text-warning-text',
  danger: 'text-danger',
} as const;

/** The appearance of a toast, used by `Toasts` and by the component gallery. */
export function ToastCard({ variant = 'success', title, text, dismiss }: ToastContent & { dismiss: ReactNode }) {
  const Icon = feedbackIcons[variant];
  return (
    <div
      className={classes(
        'pointer-events-auto flex items-start gap-3 rounded-card border bg-raised py-3 pr-1.5 pl-4 shadow-float',
        variant === 'danger' ? 'border-danger-line' : 'border-line',
      )}
    >
      <Icon size={20} className={iconColors[variant]} />
      <div className="min-w-0 flex-1">
        <p className="text-body font-strong">{title}</p>
        {text && <p className="text-body text-ink-muted">{text}</p>}
      </div>
      {dismiss}
    </div>
  );
}

/** Space above and below a toast on a narrow page. */
const spacing = 16;

/** Sets `--toast-height` on the document element, so that on a narrow page the toast covers no dialog's title. */
function useToastHeight() {
  // a state: the first toast is rendered only after its area is
  const [element, setElement] = useState<HTMLLIElement | null>(null);
  useEffect(() => {
    if (!element) return;
    const page = document.documentElement.style;
    const observer = new ResizeObserver(() =>
      page.setProperty('--toast-height', `${element.offsetHeight + spacing}px`),
    );
    observer.observe(element);
    return () => {
      observer.disconnect();
      page.removeProperty('--toast-height');
    };
  }, [element]);
  return setElement;
}

function ToastItem({ content, onClose }: { content: ToastContent; onClose: () => void }) {
  const t = useUiText();
  const toast = useToastHeight();
  const [open, setOpen] = useState(true);
  const onOpenChange = (shouldOpen: boolean) => {
    setOpen(shouldOpen);
    if (!shouldOpen) onClose();
  };
  return (
    <Radix.Root
      ref={toast}
      open={open}
      onOpenChange={onOpenChange}
      type={content.variant === 'danger' ? 'foreground' : 'background'}
      duration={limits.toastMs}
      className="animate-rise rounded-card data-[swipe=cancel]:translate-0 data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x) data-[swipe=move]:translate-y-(--radix-toast-swipe-move-y)"
    >
      <ToastCard
        {...content}
        dismiss={
          <Radix.Close asChild>
            <IconButton
              icon={X}
              label={t('action.dismiss')}
              hasTooltip={false}
              iconSize={16}
              className="-my-1 max-md:-my-3"
            />
          </Radix.Close>
        }
      />
    </Radix.Root>
  );
}

/** The area for toasts, with the current one. It stays when a toast closes, because it takes the toast's focus. */
export function Toasts({ entry, onClose }: { entry: ToastEntry | null; onClose: () => void }) {
  const t = useUiText();
  const isNarrow = useIsNarrow();
  return (
    <Radix.Provider
      swipeDirection={isNarrow ? 'up' : 'right'}
      swipeThreshold={limits.toastSwipePixels}
      label={t('status.info')}
    >
      {entry && <ToastItem key={entry.id} content={entry.content} onClose={onClose} />}
      <Radix.Viewport
        hotkey={['F8']}
        label={t('shell.notifications', { hotkey: '{hotkey}' })}
        aria-live="off" // Radix announces each toast itself; without this, screen readers would announce it twice
        className="fixed z-50 flex flex-col max-md:inset-x-2 max-md:top-2 md:right-6 md:bottom-[calc(1.5rem+var(--dock-height,0px))] md:w-95"
      />
    </Radix.Provider>
  );
}
