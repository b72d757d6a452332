import { useForm } from 'react-hook-form';
import { useAccountSecurity } from '../../calls/account.ts';
import { useStepUp } from '../../calls/auth.ts';
import { ApiErrorState } from '../../calls/client/api-error-state.tsx';
import { FormDialog } from '../../forms/form-dialog.tsx';
import { FormField } from '../../forms/form-field.tsx';
import { useSubmit } from '../../forms/use-submit.ts';
import { lazyComponent } from '../../lib/lazy-component.tsx';
import { useText, useUiText } from '../../text/language.tsx';
import { SkeletonRows } from '../../ui/feedback/skeleton.tsx';
import { PasswordInput } from '../../ui/forms/password-input.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { type StepUpDialogProps, useStepUpResult } from './step-up-result.ts';

const CodeStepUpDialog = lazyComponent(
  async () => (await import('./factors/code-step-up-dialog.tsx')).CodeStepUpDialog,
);

const PasskeyStepUpDialog = lazyComponent(
  async () => (await import('./factors/passkey-step-up-dialog.tsx')).PasskeyStepUpDialog,
);

function PasswordStepUpDialog({ onConfirmed, onCancel }: StepUpDialogProps) {
  const t = useText('auth.stepUp');
  const ui = useUiText();
  const form = useForm({ defaultValues: { password: '' } });
  const submission = useSubmit(form, useStepUp(), {
    toInput: (body) => ({ body }),
    faultFields: { invalid_current_password: 'password' },
    onSuccess: useStepUpResult(onConfirmed),
    isDiscardable: true,
  });
  return (
    <FormDialog
      submission={submission}
      onClose={onCancel}
      title={t('title')}
      text={t('text')}
      submitLabel={ui('action.continue')}
      busyLabel={t('checking')}
      cancelLabel={ui('action.cancel')}
    >
      <FormField form={form} name="password" label={t('password')} rules={{ required: true }}>
        <PasswordInput />
      </FormField>
    </FormDialog>
  );
}

/** Asks for the user's passkey, without one for a code of the app, or without both for the password, before a sensitive action. */
export function StepUpDialog(props: StepUpDialogProps) {
  const t = useText('auth.stepUp');
  const ui = useUiText();
  const security = useAccountSecurity();
  if (security.data?.passkeys.some(({ suspect }) => !suspect)) return <PasskeyStepUpDialog {...props} />;
  if (security.data) return security.data.totp ? <CodeStepUpDialog {...props} /> : <PasswordStepUpDialog {...props} />;
  return (
    <Dialog open onClose={props.onCancel} title={t('loading')} hasCloseButton>
      {security.error ? (
        <ApiErrorState title={t('failed')} query={security} />
      ) : (
        <SkeletonRows rows={1} label={ui('list.loading')} />
      )}
    </Dialog>
  );
}
