import { screens } from '@medcloud/contract/screens';
import { useNavigate } from 'react-router';
import { useSession } from '../../../app/session/session.tsx';
import { useLeaveCenter } from '../../../calls/team.ts';
import { useText } from '../../../text/language.tsx';
import { useFailure } from '../../../text/use-error-message.ts';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';

/** Asks before the own membership ends. It ends the session too. */
export function LeaveDialog({ onClose }: { onClose: () => void }) {
  const t = useText('center/team.leave');
  const navigate = useNavigate();
  const describeFailure = useFailure();
  const { medicalCenter, signOut } = useSession();
  const leave = useLeaveCenter();
  const onSuccess = () => void signOut(() => navigate(screens.home, { flushSync: true }));
  return (
    <ConfirmDialog
      open
      isDangerous
      onClose={onClose}
      title={t('title', { center: medicalCenter?.name ?? '' })}
      text={t('text')}
      confirmLabel={t('confirm')}
      confirmingLabel={t('leaving')}
      cancelLabel={t('stay')}
      busy={leave.isPending}
      error={describeFailure(leave.error)}
      onConfirm={() => leave.mutate({}, { onSuccess })}
    />
  );
}
