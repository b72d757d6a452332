import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';

/** Shows a dialog at the bottom of a phone's screen. Uses the native dialog, which traps the focus. */
export function SheetDialog({
  title,
  busy,
  onCancel,
  children,
}: {
  title: string;
  busy: boolean;
  onCancel: () => void;
  children: ReactNode;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close(); // closing restores the focus; removing the element does not
  }, []);
  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        if (!busy) onCancel();
      }}
      className="mx-auto mt-auto mb-0 w-full max-w-140 rounded-t-dialog border border-line bg-raised p-5 pb-[max(1.25rem,env(safe-area-inset-bottom))] text-consent text-ink shadow-float backdrop:bg-scrim sm:my-auto sm:rounded-dialog"
    >
      <h2 id={titleId} className="text-[1.25rem]/7 font-semibold">
        {title}
      </h2>
      {children}
    </dialog>
  );
}
