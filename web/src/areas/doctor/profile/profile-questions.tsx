import { ApiError } from '@medcloud/contract/api-client';
import { faults } from '@medcloud/contract/faults';
import { type FormEvent, useState } from 'react';
import { doctorAccountText } from '../../../text/doctor-account.ts';
import { useText, useUiText } from '../../../text/language.tsx';
import { useErrorMessage } from '../../../text/use-error-message.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { Field } from '../../../ui/forms/field.tsx';
import { PasswordInput } from '../../../ui/forms/password-input.tsx';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { Dialog, DialogActions, DialogForm } from '../../../ui/overlays/dialog.tsx';
import type { useProfileForm } from './use-profile-form.ts';

type ProfileEditor = ReturnType<typeof useProfileForm>;

/** Asks for confirmation that a new name or license needs a new approval. */
export function ReviewQuestion({ editor }: { editor: ProfileEditor }) {
  const t = useText(doctorAccountText);
  const errorMessage = useErrorMessage();
  return (
    <ConfirmDialog
      open
      onClose={editor.cancel}
      title={t('profile.reviewTitle')}
      text={errorMessage(faults.review_required.message)}
      confirmLabel={t('profile.reviewConfirm')}
      confirmingLabel={t('profile.updating')}
      cancelLabel={t('profile.reviewKeep')}
      onConfirm={() => editor.submitAnswer({ reviewConfirmed: true })}
      busy={editor.change.isPending}
    />
  );
}

/** Asks for the password, which a new e-mail requires over https. */
export function PasswordQuestion({ editor }: { editor: ProfileEditor }) {
  const t = useText(doctorAccountText);
  const ui = useUiText();
  const errorMessage = useErrorMessage();
  const [password, setPassword] = useState('');
  const { error, isPending } = editor.change;
  const isPasswordWrong = error instanceof ApiError && error.code === 'invalid_current_password';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isPending && password !== '') editor.submitAnswer({ currentPassword: password });
  };
  return (
    <Dialog
      open
      onClose={editor.cancel}
      title={t('profile.passwordTitle')}
      text={t('profile.passwordText')}
      dirty={isPending}
    >
      <DialogForm onSubmit={submit}>
        <Field label={t('profile.password')} error={isPasswordWrong ? errorMessage(error.userMessage) : undefined}>
          <PasswordInput value={password} onChange={(event) => setPassword(event.target.value)} />
        </Field>
        <DialogActions>
          <Button variant="ghost" onClick={editor.cancel} disabled={isPending}>
            {ui('action.cancel')}
          </Button>
          <Button type="submit" variant="primary" busy={isPending} busyLabel={t('profile.updating')}>
            {t('profile.passwordConfirm')}
          </Button>
        </DialogActions>
      </DialogForm>
    </Dialog>
  );
}
