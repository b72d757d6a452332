import { useForm } from 'react-hook-form';
import { FormDialog } from '../../../forms/form-dialog.tsx';
import { useText, useUiText } from '../../../text/language.tsx';
import { useErrorMessage } from '../../../text/use-error-message.ts';
import { Field } from '../../../ui/forms/field.tsx';
import { PasswordInput } from '../../../ui/forms/password-input.tsx';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import type { useProfileForm } from './use-profile-form.ts';

type ProfileEditor = ReturnType<typeof useProfileForm>;

/** Asks for confirmation that a new name or license needs a new approval. */
export function ReviewQuestion({ editor }: { editor: ProfileEditor }) {
  const t = useText('account');
  const ui = useUiText();
  const errorMessage = useErrorMessage();
  return (
    <ConfirmDialog
      open
      onClose={editor.cancel}
      title={t('profile.reviewTitle')}
      text={errorMessage('review_required')}
      confirmLabel={t('profile.reviewConfirm')}
      confirmingLabel={t('profile.updating')}
      cancelLabel={ui('action.cancel')}
      onConfirm={() => editor.submitAnswer({ reviewConfirmed: true })}
      busy={editor.submission.isBusy}
    />
  );
}

/** Asks for the password, which a new email requires over https. */
export function PasswordQuestion({ editor }: { editor: ProfileEditor }) {
  const t = useText('account');
  const ui = useUiText();
  const form = useForm({ defaultValues: { currentPassword: '' } });
  return (
    <FormDialog
      submission={{ ...editor.submission, submit: form.handleSubmit(editor.submitAnswer), unsentId: undefined }}
      onClose={editor.cancel}
      title={t('profile.passwordTitle')}
      text={t('profile.passwordText')}
      submitLabel={t('profile.passwordConfirm')}
      busyLabel={t('profile.updating')}
    >
      <Field
        label={ui('field.password')}
        error={editor.passwordError}
        control={form.register('currentPassword', { required: true })}
      >
        <PasswordInput />
      </Field>
    </FormDialog>
  );
}
