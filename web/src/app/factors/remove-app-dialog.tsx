import { useRemoveTotp } from '../../calls/account.ts';
import { useText } from '../../text/language.tsx';
import { useFailure } from '../../text/use-error-message.ts';
import { useToast } from '../../ui/feedback/toast.tsx';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';

interface RemoveAppDialogProps {
  /** The account has no other factor. */
  isLast: boolean;
  onClose: () => void;
}

/** Asks before the authenticator app is removed. */
export function RemoveAppDialog({ isLast, onClose }: RemoveAppDialogProps) {
  const t = useText('account/factors.app');
  const describeFailure = useFailure();
  const toast = useToast();
  const remove = useRemoveTotp();
  const onSuccess = () => {
    toast({ title: t('removed') });
    onClose();
  };
  return (
    <ConfirmDialog
      open
      isDangerous
      onClose={onClose}
      title={t('removeTitle')}
      text={t(isLast ? 'removeLastText' : 'removeText')}
      confirmLabel={t('remove')}
      confirmingLabel={t('removing')}
      cancelLabel={t('keep')}
      busy={remove.isPending}
      error={describeFailure(remove.error)}
      onConfirm={() => remove.mutate({}, { onSuccess })}
    />
  );
}
