import type { TeamMember } from '@medcloud/contract/shapes/team';
import { useEndMember, useSuspendMember } from '../../../calls/team.ts';
import { useText, useUiText } from '../../../text/language.tsx';
import { useFailure } from '../../../text/use-error-message.ts';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';

interface MemberDialogProps {
  member: TeamMember;
  onClose: () => void;
}

/** Asks before a member is kept out for a while. */
export function SuspendDialog({ member, onClose }: MemberDialogProps) {
  const t = useText('center/team.member');
  const ui = useUiText();
  const toast = useToast();
  const describeFailure = useFailure();
  const suspend = useSuspendMember();
  const name = member.displayName;
  const onSuccess = () => {
    toast({ title: t('suspended', { name }) });
    onClose();
  };
  return (
    <ConfirmDialog
      open
      isDangerous
      onClose={onClose}
      title={t('suspendTitle', { name })}
      text={`${t('suspendText')} ${t('nothingRemoved')}`}
      confirmLabel={t('suspend')}
      confirmingLabel={t('suspending')}
      cancelLabel={ui('action.cancel')}
      busy={suspend.isPending}
      error={describeFailure(suspend.error)}
      onConfirm={() => suspend.mutate({ params: { id: member.id } }, { onSuccess })}
    />
  );
}

/** Asks before a membership or an invitation ends for good. */
export function EndDialog({ member, onClose }: MemberDialogProps) {
  const t = useText('center/team.member');
  const ui = useUiText();
  const toast = useToast();
  const describeFailure = useFailure();
  const end = useEndMember();
  const name = member.displayName;
  const isInvited = member.state === 'invited';
  const onSuccess = () => {
    toast({ title: t(isInvited ? 'endInvitationDone' : 'ended', { name }) });
    onClose();
  };
  return (
    <ConfirmDialog
      open
      isDangerous
      onClose={onClose}
      title={t(isInvited ? 'endInvitationTitle' : 'endTitle', { name })}
      text={isInvited ? t('endInvitationText') : `${t('endText')} ${t('nothingRemoved')}`}
      confirmLabel={t(isInvited ? 'endInvitation' : 'end')}
      confirmingLabel={t('ending')}
      cancelLabel={ui('action.cancel')}
      busy={end.isPending}
      error={describeFailure(end.error)}
      onConfirm={() => end.mutate({ params: { id: member.id } }, { onSuccess })}
    />
  );
}
