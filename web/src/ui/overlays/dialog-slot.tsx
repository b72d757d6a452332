import { createContext, type ReactNode, useContext, useState } from 'react';

type ShowDialog = (dialog: ReactNode) => void;

const DialogSlotContext = createContext<ShowDialog | null>(null);

/** Around a list: what its rows show above the page stands here, and outlives a row that is drawn anew or leaves. */
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
 * For what opens a dialog: `show(dialog)` opens it, `show(null)` closes it. In a row of a `Table` the list holds it, since
 * below 768 the rows are others and the dialog would go with its row; elsewhere `above` holds it: put that beside the button.
 */
export function useDialogSlot(): { show: ShowDialog; dialogSlot: ReactNode } {
  const showInSlot = useContext(DialogSlotContext);
  const [dialog, setDialog] = useState<ReactNode>(null);
  return showInSlot === null ? { show: setDialog, dialogSlot: dialog } : { show: showInSlot, dialogSlot: null };
}
