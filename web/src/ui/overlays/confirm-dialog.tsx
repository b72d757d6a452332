import type { FormEvent, ReactNode } from 'react';
import { Button } from '../actions/button.tsx';
import { Note } from '../feedback/note.tsx';
import { Dialog, DialogActions, DialogForm } from './dialog.tsx';

export interface ConfirmDialogProps {
  open: boolean;
  onClose: () => void;
  /** A question that names the object: "Withdraw this exam?" */
  title: ReactNode;
  /** The consequences. */
  text: ReactNode;
  /** Label of the confirm button: "Withdraw exam". */
  confirmLabel: string;
  confirmingLabel?: string;
  /** Label of the cancel button: "Keep exam". */
  cancelLabel: string;
  onConfirm: () => void;
  busy?: boolean;
  /** A red confirm button. Omit it for harmless decisions. */
  isDangerous?: boolean;
  /** Why confirming is not possible yet. Disables the confirm button. */
  reason?: string | undefined;
  /** Error message of the last attempt. */
  error?: string | undefined;
  /** A field for the reason, for instance. */
  children?: ReactNode;
}

/** Asks for confirmation before a dangerous action. Cancel comes first, and Escape cancels. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    open,
    onClose,
    title,
    text,
    confirmLabel,
    confirmingLabel,
    cancelLabel,
    onConfirm,
    busy,
    isDangerous,
    reason,
    error,
    children,
  } = props;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!busy && reason === undefined) onConfirm();
  };
  return (
    <Dialog open={open} onClose={() => busy || onClose()} title={title} text={text}>
      <DialogForm onSubmit={submit}>
        {children}
        {error && <Note variant="danger">{error}</Note>}
        <DialogActions>
          <Button variant="ghost" onClick={onClose} disabled={busy}>
            {cancelLabel}
          </Button>
          <Button
            type="submit"
            variant={isDangerous ? 'danger' : 'primary'}
            busy={busy ?? false}
            busyLabel={confirmingLabel ?? confirmLabel}
            reason={reason}
          >
            {confirmLabel}
          </Button>
        </DialogActions>
      </DialogForm>
    </Dialog>
  );
}
