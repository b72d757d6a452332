import type { ReactNode } from 'react';
import { useLeaveGuard, useUnsentText } from '../lib/leave-guard.ts';
import { useUiText } from '../text/language.tsx';
import { Button } from '../ui/actions/button.tsx';
import { Note } from '../ui/feedback/note.tsx';
import { Dialog, DialogActions, DialogForm } from '../ui/overlays/dialog.tsx';
import type { Submission } from './use-submit.ts';

interface FormDialogProps {
  submission: Submission;
  onClose: () => void;
  title: ReactNode;
  text?: ReactNode;
  isWide?: boolean;
  /** Hides the page behind the dialog completely. */
  shouldHidePage?: boolean;
  submitLabel: string;
  busyLabel: string;
  cancelLabel?: string;
  /** What the Cancel button does instead of closing. */
  onCancel?: () => void;
  /** A red submit button. */
  isDangerous?: boolean;
  /** Title above the reason when sending fails. */
  failureTitle?: string;
  /** Why the form cannot be sent yet. */
  reason?: string | undefined;
  /** The submit button takes the focus, because the dialog has no field. */
  isFocused?: boolean;
  /** Another call of the dialog is running: it can be neither closed nor sent. */
  isLocked?: boolean;
  children: ReactNode;
}

/**
 * A dialog with a form: fields, why sending failed, Cancel and the submit button. Closing it asks first while it has
 * unsent text.
 */
export function FormDialog(props: FormDialogProps) {
  const ui = useUiText();
  const { confirmLeave } = useLeaveGuard();
  const { submission, onClose, failureTitle, isLocked, children } = props;
  const { submit, isBusy, failure, unsentId } = submission;
  useUnsentText(unsentId, 'dialog');
  const isClosable = !isBusy && !isLocked;
  const close = () => {
    if (!isClosable) return;
    if (unsentId === undefined) onClose();
    else confirmLeave(onClose, unsentId);
  };
  return (
    <Dialog
      open
      isWide={props.isWide ?? false}
      shouldHidePage={props.shouldHidePage ?? false}
      onClose={close}
      title={props.title}
      text={props.text}
    >
      <DialogForm onSubmit={(event) => void submit(event)}>
        {children}
        {failure !== undefined && (
          <Note variant="danger" title={failureTitle}>
            {failure}
          </Note>
        )}
        <DialogActions>
          <Button variant="ghost" onClick={props.onCancel ?? close} disabled={!isClosable}>
            {props.cancelLabel ?? ui('action.cancel')}
          </Button>
          <Button
            type="submit"
            variant={props.isDangerous ? 'danger' : 'primary'}
            busy={isBusy}
            busyLabel={props.busyLabel}
            reason={props.reason}
            disabled={isLocked ?? false}
            data-first-focus={props.isFocused}
          >
            {props.submitLabel}
          </Button>
        </DialogActions>
      </DialogForm>
    </Dialog>
  );
}
