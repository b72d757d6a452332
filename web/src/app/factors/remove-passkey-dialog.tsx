import type { Passkey, RemainingPasskeys } from '@medcloud/contract/shapes/passkeys';
import { useRemovePasskey } from '../../calls/account.ts';
import { useText } from '../../text/language.tsx';
import { useFailure } from '../../text/use-error-message.ts';
import { useToast } from '../../ui/feedback/toast.tsx';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import { loadCeremony } from '../passkey/use-passkey.ts';
import { usePasskeySite } from '../passkey/use-passkey-site.ts';

interface RemovePasskeyDialogProps {
  passkey: Passkey;
  /** The account has no other factor. */
  isLast: boolean;
  onClose: () => void;
}

/** Asks before a passkey is removed. The browser is then told, so that it no longer offers it. */
export function RemovePasskeyDialog({ passkey: { id, name }, isLast, onClose }: RemovePasskeyDialogProps) {
  const t = useText('account/factors.passkeys');
  const describeFailure = useFailure();
  const toast = useToast();
  const site = usePasskeySite();
  const remove = useRemovePasskey();
  const onSuccess = ({ remaining }: { remaining: RemainingPasskeys }) => {
    toast({ title: t('removed') });
    onClose();
    if (site.at === 'here') signalBrowser(remaining).catch((error: unknown) => console.error(error));
  };
  return (
    <ConfirmDialog
      open
      isDangerous
      onClose={onClose}
      title={t('removeTitle', { name })}
      text={t(isLast ? 'removeLastText' : 'removeText')}
      confirmLabel={t('removeConfirm')}
      confirmingLabel={t('removing')}
      cancelLabel={t('keep')}
      busy={remove.isPending}
      error={describeFailure(remove.error)}
      onConfirm={() => remove.mutate({ params: { id } }, { onSuccess })}
    />
  );
}

async function signalBrowser(remaining: RemainingPasskeys): Promise<void> {
  const { signalRemaining } = await loadCeremony();
  await signalRemaining(remaining);
}
