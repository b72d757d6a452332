import { useStepUp, useStepUpOptions } from '../../../calls/auth.ts';
import { FormDialog } from '../../../forms/form-dialog.tsx';
import { useText } from '../../../text/language.tsx';
import { PasskeyElsewhere } from '../../passkey/passkey-elsewhere.tsx';
import { usePasskey } from '../../passkey/use-passkey.ts';
import { usePasskeySite } from '../../passkey/use-passkey-site.ts';
import { type StepUpDialogProps, useStepUpResult } from '../step-up-result.ts';

/** Asks for the user's passkey before a sensitive action. */
export function PasskeyStepUpDialog({ onConfirmed, onCancel }: StepUpDialogProps) {
  const t = useText('account/factors.passkeyStepUp');
  const auth = useText('auth.passkey');
  const site = usePasskeySite();
  const options = useStepUpOptions();
  const stepUp = useStepUp();
  const onSuccess = useStepUpResult(onConfirmed);
  const { start, isBusy, failure } = usePasskey({
    fetchOptions: () => options.mutateAsync({}),
    send: async (response) => onSuccess(await stepUp.mutateAsync({ body: { response } })),
    instead: 'nothing',
  });
  const submit = async (event?: { preventDefault: () => void }) => {
    event?.preventDefault();
    if (site.at !== 'elsewhere') await start();
  };
  return (
    <FormDialog
      submission={{ submit, isBusy, failure }}
      onClose={onCancel}
      title={t('title')}
      text={t('text')}
      submitLabel={auth('use')}
      busyLabel={auth('waiting')}
      reason={site.at === 'elsewhere' ? t('elsewhere') : undefined}
      isFocused
    >
      {site.at === 'elsewhere' && <PasskeyElsewhere url={site.url} />}
      <p className="text-small text-ink-muted">{t('lost')}</p>
    </FormDialog>
  );
}
