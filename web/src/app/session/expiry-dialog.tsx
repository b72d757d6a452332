import { useNow } from '../../lib/now.ts';
import { authText } from '../../text/auth.ts';
import { useText, useUiText } from '../../text/language.tsx';
import { Button } from '../../ui/actions/button.tsx';
import { Note } from '../../ui/feedback/note.tsx';
import { Dialog, DialogActions } from '../../ui/overlays/dialog.tsx';
import { useLogOut } from './log-out.tsx';
import type { useTimeLeft } from './use-time-left.ts';

/** `1:05`, and never less than nothing. */
function clockOf(leftMs: number): string {
  const seconds = Math.max(0, Math.ceil(leftMs / 1_000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

function TimeLeft({ endsAtMs, isFinal }: { endsAtMs: number; isFinal: boolean }) {
  const t = useText(authText);
  const now = useNow(1_000);
  return (
    <span className="figures">{t(isFinal ? 'expiry.absolute' : 'expiry.idle', { left: clockOf(endsAtMs - now) })}</span>
  );
}

interface ExpiryDialogProps extends Omit<ReturnType<typeof useTimeLeft>, 'ending'> {
  ending: { endsAtMs: number; isFinal: boolean };
  onUnderstood: () => void;
}

/** Says how long the session has left, with the way to stay. */
export function ExpiryDialog({ ending, staying, hasFailed, stay, onUnderstood }: ExpiryDialogProps) {
  const t = useText(authText);
  const ui = useUiText();
  const { logOut, question } = useLogOut();
  return (
    <Dialog open onClose={() => void stay()} dirty title={t('expiry.title')} text={<TimeLeft {...ending} />}>
      {hasFailed && (
        <div className="mt-4">
          <Note tone="danger" title={ui('error.noAnswer')} live="alert" />
        </div>
      )}
      <DialogActions>
        <Button variant="ghost" onClick={logOut}>
          {t('expiry.leave')}
        </Button>
        {ending.isFinal ? (
          <Button variant="primary" onClick={onUnderstood}>
            {t('expiry.understood')}
          </Button>
        ) : (
          <Button variant="primary" busy={staying} busyLabel={t('expiry.staying')} onClick={() => void stay()}>
            {t('expiry.stay')}
          </Button>
        )}
      </DialogActions>
      {question}
    </Dialog>
  );
}
