import { useMakeRecoveryCodes } from '../../calls/account.ts';
import { useText, useUiText } from '../../text/language.tsx';
import { useFailure } from '../../text/use-error-message.ts';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';

interface MakeCodesDialogProps {
  onClose: () => void;
  onCodes: (codes: readonly string[]) => void;
}

/** Asks before new recovery codes end the present ones. */
export function MakeCodesDialog({ onClose, onCodes }: MakeCodesDialogProps) {
  const t = useText('account/factors.codes');
  const ui = useUiText();
  const describeFailure = useFailure();
  const make = useMakeRecoveryCodes();
  const onSuccess = ({ codes }: { codes: readonly string[] }) => {
    onClose();
    onCodes(codes);
  };
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={t('makeTitle')}
      text={t('makeText')}
      confirmLabel={t('make')}
      confirmingLabel={t('making')}
      cancelLabel={ui('action.cancel')}
      busy={make.isPending}
      error={describeFailure(make.error)}
      onConfirm={() => make.mutate({}, { onSuccess })}
    />
  );
}
