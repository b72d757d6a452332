import { useForm } from 'react-hook-form';
import { useStepUp } from '../../calls/auth.ts';
import { FormDialog } from '../../forms/form-dialog.tsx';
import { FormField } from '../../forms/form-field.tsx';
import { useSubmit } from '../../forms/use-submit.ts';
import { useText, useUiText } from '../../text/language.tsx';
import { PasswordInput } from '../../ui/forms/password-input.tsx';
import { useSession } from './session.tsx';

interface StepUpDialogProps {
  /** The password was correct, and a new session has replaced the old one. */
  onConfirmed: () => void;
  onCancel: () => void;
}

/** Asks for the password again before an action that changes other users' rights or payments. */
export function StepUpDialog({ onConfirmed, onCancel }: StepUpDialogProps) {
  const t = useText('auth.stepUp');
  const ui = useUiText();
  const { user, medicalCenter, doctor, signIn } = useSession();
  const form = useForm({ defaultValues: { password: '' } });
  const submission = useSubmit(form, useStepUp(), {
    toInput: (body) => ({ body }),
    faultFields: { invalid_current_password: 'password' },
    onSuccess: ({ sessionId }) => {
      if (user) signIn({ sessionId, user, medicalCenter, doctor });
      onConfirmed();
    },
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
