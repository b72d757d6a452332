import type { SessionEntry } from '@medcloud/contract';
import { useSessionLabels } from '../../../app/session/session-labels.ts';
import { useRevokeOtherSessions, useRevokeSession } from '../../../calls/account.ts';
import { useText, useUiText } from '../../../text/language.tsx';
import { useFailure } from '../../../text/use-error-message.ts';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';

interface EndSessionDialogProps {
  target: SessionEntry | 'others';
  onClose: () => void;
}

/** Asks for confirmation before one session, or every other session, is ended. */
export function EndSessionDialog({ target, onClose }: EndSessionDialogProps) {
  const t = useText('account.sessions');
  const ui = useUiText();
  const describeFailure = useFailure();
  const toast = useToast();
  const labels = useSessionLabels();
  const [one, others] = [useRevokeSession(), useRevokeOtherSessions()];
  const isAll = target === 'others';
  const { error, isPending } = isAll ? others : one;
  const finish = (title: string) => {
    toast({ title });
    onClose();
  };
  const confirm = () =>
    isAll
      ? others.mutate({}, { onSuccess: () => finish(t('othersEnded')) })
      : one.mutate({ params: { id: target.id } }, { onSuccess: () => finish(t('ended')) });
  return (
    <ConfirmDialog
      open
      isDangerous
      onClose={onClose}
      title={isAll ? t('othersTitle') : t('oneTitle', { device: labels.device(target) })}
      text={t('endText')}
      confirmLabel={t(isAll ? 'confirmOthers' : 'confirmOne')}
      confirmingLabel={t('ending')}
      cancelLabel={ui('action.cancel')}
      busy={isPending}
      error={describeFailure(error)}
      onConfirm={confirm}
    />
  );
}
