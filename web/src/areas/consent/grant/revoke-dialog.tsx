import { useText } from '../../../text/language.tsx';
import { ConsentButton } from '../parts.tsx';
import { SheetDialog } from '../sheet-dialog.tsx';

/**
 * Asks for confirmation before the grant is revoked, with the doctor's name. Escape keeps the grant.
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
  return (
    <SheetDialog title={title} busy={busy} onCancel={onCancel}>
      <p className="mt-3">{t('stop.text')}</p>
      <div className="mt-5 flex flex-col gap-3">
        <ConsentButton variant="quiet" disabled={busy} onClick={onCancel}>
          {t('stop.keep')}
        </ConsentButton>
        <ConsentButton variant="dangerSolid" busy={busy} busyLabel={t('stop.stopping')} onClick={onRevoke}>
          {t('changeConsent.stop')}
        </ConsentButton>
      </div>
    </SheetDialog>
  );
}
