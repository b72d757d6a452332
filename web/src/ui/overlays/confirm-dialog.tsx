import type { FormEvent, ReactNode } from 'react';
import { Button } from '../actions/button.tsx';
import { Note } from '../feedback/note.tsx';
import { Dialog, DialogActions, DialogForm } from './dialog.tsx';

export interface ConfirmDialogProps {
  open: boolean;
  onClose: () => void;
  /** Asks, naming the thing: "Withdraw this exam?" */
  title: ReactNode;
  /** What follows. */
  text: ReactNode;
  /** What the dangerous button does, in words: "Withdraw exam". */
  confirmLabel: string;
  confirmingLabel?: string;
  /** What the safe one does: "Keep exam". */
  cancelLabel: string;
  onConfirm: () => void;
  busy?: boolean;
  /** Filled red; leave out for decisions that harm nothing. */
  danger?: boolean;
  /** Why it cannot be confirmed yet. */
  reason?: string | undefined;
  /** What went wrong the last time. */
  error?: string | undefined;
  /** Text was typed that closing would lose. */
  dirty?: boolean;
  /** A field for the reason, for instance. */
  children?: ReactNode;
}

/** Asks once before a dangerous act. The safe answer comes first and is what Escape means. */
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
    danger,
    reason,
    error,
    dirty,
    children,
  } = props;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!busy && reason === undefined) onConfirm();
  };
  return (
    <Dialog open={open} onClose={onClose} title={title} text={text} dirty={dirty || busy || false}>
      <DialogForm onSubmit={submit}>
        {children}
        {error && <Note variant="danger">{error}</Note>}
        <DialogActions>
          <Button variant="ghost" onClick={onClose} disabled={busy}>
            {cancelLabel}
          </Button>
          <Button
            type="submit"
            variant={danger ? 'danger' : 'primary'}
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
