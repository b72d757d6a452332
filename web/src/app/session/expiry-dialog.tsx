import { useNow } from '../../lib/now.ts';
import { useText, useUiText } from '../../text/language.tsx';
import { Button } from '../../ui/actions/button.tsx';
import { Note } from '../../ui/feedback/note.tsx';
import { Dialog, DialogActions } from '../../ui/overlays/dialog.tsx';
import { useLogOut } from './log-out.tsx';
import type { useTimeLeft } from './use-time-left.ts';

/** Formats milliseconds as `1:05`. Negative values give `0:00`. */
function formatClock(leftMs: number): string {
  const seconds = Math.max(0, Math.ceil(leftMs / 1_000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

function TimeLeft({ expiresAtMs, isFinal }: { expiresAtMs: number; isFinal: boolean }) {
  const t = useText('auth');
  const now = useNow(1_000);
  return (
    <span className="figures">
      {t(isFinal ? 'expiry.absolute' : 'expiry.idle', { left: formatClock(expiresAtMs - now) })}
    </span>
  );
}

interface ExpiryDialogProps extends Omit<ReturnType<typeof useTimeLeft>, 'expiry'> {
  expiry: { expiresAtMs: number; isFinal: boolean };
  onDismiss: () => void;
}

/** Shows how long the session has left, and a button to extend it. */
export function ExpiryDialog({ expiry, isExtending, hasFailed, extendSession, onDismiss }: ExpiryDialogProps) {
  const t = useText('auth');
  const ui = useUiText();
  const { logOut, dialog } = useLogOut();
  return (
    <Dialog open onClose={() => undefined} title={t('expiry.title')} text={<TimeLeft {...expiry} />}>
      {hasFailed && (
        <div className="mt-4">
          <Note variant="danger" title={ui('error.noAnswer')} live="alert" />
        </div>
      )}
      <DialogActions>
        <Button variant="ghost" onClick={logOut}>
          {t('expiry.leave')}
        </Button>
        {expiry.isFinal ? (
          <Button variant="primary" onClick={onDismiss}>
            {t('expiry.understood')}
          </Button>
        ) : (
          <Button
            variant="primary"
            busy={isExtending}
            busyLabel={t('expiry.staying')}
            onClick={() => void extendSession()}
          >
            {t('expiry.stay')}
          </Button>
        )}
      </DialogActions>
      {dialog}
    </Dialog>
  );
}
