import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import type { FormEvent, ReactNode } from 'react';
import { classes } from '../../lib/classes.ts';
import { useUiText } from '../../text/language.tsx';
import { IconButton } from '../actions/icon-button.tsx';
import { LastErrorMessage } from '../feedback/last-error-message.tsx';
import { useFocusReturn } from './focus-return.ts';

export interface DialogProps {
  open: boolean;
  /** Called by Escape, a press outside and the close button. */
  onClose: () => void;
  title: ReactNode;
  /** One or two sentences under the title. */
  text?: ReactNode;
  /** 640 px wide for a form of two columns, otherwise 480 px. */
  isWide?: boolean;
  /** Shows a close button. Omit it if the actions already include one. */
  hasCloseButton?: boolean;
  /** Hides the page behind the dialog completely. */
  shouldHidePage?: boolean;
  children?: ReactNode;
}

/** A modal dialog, below 768 px a sheet from the bottom. Put `DialogActions` last inside it. */
export function Dialog({ open, onClose, title, text, isWide, hasCloseButton, shouldHidePage, children }: DialogProps) {
  const t = useUiText();
  const focus = useFocusReturn();
  return (
    <Radix.Root open={open} onOpenChange={(shouldOpen) => !shouldOpen && onClose()}>
      <Radix.Portal>
        <Radix.Overlay
          className={classes(
            'fixed inset-0 z-30 grid items-end overflow-y-auto max-md:pt-[max(3rem,var(--toast-height,0px))] md:items-center md:p-6',
            shouldHidePage ? 'bg-bg' : 'animate-fade bg-scrim',
          )}
        >
          <Radix.Content
            {...focus}
            {...(text ? {} : { 'aria-describedby': undefined })}
            className={classes(
              'relative w-full rounded-t-dialog border border-line bg-raised p-5 pb-[max(1.25rem,env(safe-area-inset-bottom))] shadow-float max-md:animate-slide-up md:mx-auto md:animate-rise md:rounded-dialog md:p-6',
              isWide ? 'md:max-w-160' : 'md:max-w-120',
            )}
          >
            <Radix.Title className={classes('text-h2-large', hasCloseButton && 'pr-10')}>{title}</Radix.Title>
            {text && <Radix.Description className="mt-1.5 text-body text-ink-muted">{text}</Radix.Description>}
            <LastErrorMessage />
            {children}
            {hasCloseButton && (
              <IconButton
                icon={X}
                label={t('action.close')}
                onClick={onClose}
                hasTooltip={false}
                className="absolute! top-3 right-3"
              />
            )}
          </Radix.Content>
        </Radix.Overlay>
      </Radix.Portal>
    </Radix.Root>
  );
}

/**
 * A dialog's form: stacked fields, `DialogActions` last. Enter submits; the browser's own validation messages are off.
 */
export function DialogForm({
  onSubmit,
  children,
}: {
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  children: ReactNode;
}) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.stopPropagation(); // a form that contains the dialog in the React tree must not be submitted too
    onSubmit(event);
  };
  return (
    <form noValidate onSubmit={submit} className="mt-4 flex flex-col gap-4">
      {children}
    </form>
  );
}

/** The buttons of a dialog or form: the safe action first as ghost, the main action last. */
export function DialogActions({ children }: { children: ReactNode }) {
  return (
    <div className="mt-5 flex flex-wrap-reverse justify-end gap-2 in-[form]:mt-1 max-md:*:flex-auto">{children}</div>
  );
}
