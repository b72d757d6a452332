import { createContext, type ReactNode, useContext, useState } from 'react';

type ShowDialog = (dialog: ReactNode) => void;

const DialogSlotContext = createContext<ShowDialog | null>(null);

/** Wraps a list and renders its rows' dialogs, so a dialog stays open if its row re-renders or unmounts. */
export function DialogSlot({ children }: { children: ReactNode }) {
  const [dialog, setDialog] = useState<ReactNode>(null);
  return (
    <DialogSlotContext value={setDialog}>
      {children}
      {dialog}
    </DialogSlotContext>
  );
}

/**
 * Opens a dialog with `show(dialog)` and closes it with `show(null)`. In a row of a `Table` the list's `DialogSlot`
 * renders it: below 768 px other row components mount, and the dialog would unmount with its row. Elsewhere render
 * `dialogSlot` beside the button.
 */
export function useDialogSlot(): { show: ShowDialog; dialogSlot: ReactNode } {
  const showInSlot = useContext(DialogSlotContext);
  const [dialog, setDialog] = useState<ReactNode>(null);
  return showInSlot === null ? { show: setDialog, dialogSlot: dialog } : { show: showInSlot, dialogSlot: null };
}
