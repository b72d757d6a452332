import type { TeamMember } from '@medcloud/contract/shapes/team';
import { useResetMemberFactors } from '../../../calls/factor-resets.ts';
import { useText } from '../../../text/language.tsx';
import { useFailure } from '../../../text/use-error-message.ts';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';

/** Asks before a member's lost second factor is removed. */
export function ResetFactorsDialog({ member, onClose }: { member: TeamMember; onClose: () => void }) {
  const t = useText('account/recovery.member');
  const toast = useToast();
  const describeFailure = useFailure();
  const reset = useResetMemberFactors();
  const name = member.displayName;
  const onSuccess = () => {
    toast({ title: t('done', { name }) });
    onClose();
  };
  return (
    <ConfirmDialog
      open
      isDangerous
      onClose={onClose}
      title={t('title', { name })}
      text={t('text')}
      confirmLabel={t('item')}
      confirmingLabel={t('busy')}
      cancelLabel={t('keep')}
      busy={reset.isPending}
      error={describeFailure(reset.error)}
      onConfirm={() => reset.mutate({ params: { id: member.id } }, { onSuccess })}
    />
  );
}
