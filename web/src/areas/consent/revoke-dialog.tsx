import { useId, useLayoutEffect, useRef } from 'react';
import { useText } from '../../text/language.tsx';
import { ConsentButton } from './parts.tsx';

/**
 * Asks for confirmation before the grant is revoked, with the doctor's name. Uses the native dialog, which traps the
 * focus. Escape keeps the grant.
 */
export function RevokeDialog({
  title,
  busy,
  onRevoke,
  onCancel,
}: {
  title: string;
  busy: boolean;
  onRevoke: () => void;
  onCancel: () => void;
}) {
  const t = useText('consent');
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
      <p className="mt-3">{t('stop.text')}</p>
      <div className="mt-5 flex flex-col gap-3">
        <ConsentButton variant="quiet" disabled={busy} onClick={onCancel}>
          {t('stop.keep')}
        </ConsentButton>
        <ConsentButton variant="stopNow" busy={busy} busyLabel={t('stop.stopping')} onClick={onRevoke}>
          {t('changeConsent.stop')}
        </ConsentButton>
      </div>
    </dialog>
  );
}
