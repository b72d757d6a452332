import { useStepUp } from '../../../calls/auth.ts';
import { FormDialog } from '../../../forms/form-dialog.tsx';
import { useText, useUiText } from '../../../text/language.tsx';
import { type StepUpDialogProps, useStepUpResult } from '../step-up-result.ts';
import { CodeField } from './code-field.tsx';
import { findCodeIssue, useFactorEntry } from './use-factor-entry.ts';

/** Asks for a code of the user's authenticator app before a sensitive action. */
export function CodeStepUpDialog({ onConfirmed, onCancel }: StepUpDialogProps) {
  const t = useText('account/factors.stepUp');
  const signIn = useText('account/factors.signIn');
  const ui = useUiText();
  const call = useStepUp();
  const onSuccess = useStepUpResult(onConfirmed);
  const entry = useFactorEntry({
    call,
    findIssue: findCodeIssue,
    send: (code, onError) => call.mutate({ body: { code } }, { onSuccess, onError }),
  });
  return (
    <FormDialog
      submission={entry.submission}
      onClose={onCancel}
      title={t('title')}
      text={t('text')}
      submitLabel={ui('action.continue')}
      busyLabel={signIn('checking')}
      cancelLabel={ui('action.cancel')}
    >
      <CodeField entry={entry} />
      <p className="text-small text-ink-muted">{t('lost')}</p>
    </FormDialog>
  );
}
