import { PortalError } from '@medcloud/contract/caller';
import { faults } from '@medcloud/contract/faults';
import { type FormEvent, useState } from 'react';
import { doctorAccountText } from '../../../text/doctor-account.ts';
import { useText, useUiText } from '../../../text/language.tsx';
import { useSentence } from '../../../text/sentences.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { Field } from '../../../ui/forms/field.tsx';
import { PasswordInput } from '../../../ui/forms/password-input.tsx';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { Dialog, DialogActions, DialogForm } from '../../../ui/overlays/dialog.tsx';
import type { useProfileForm } from './use-profile-form.ts';

type Saving = ReturnType<typeof useProfileForm>;

/** A new name or licence is approved anew: asked once, naming what follows. */
export function ReviewQuestion({ saving }: { saving: Saving }) {
  const t = useText(doctorAccountText);
  const sentence = useSentence();
  return (
    <ConfirmDialog
      open
      onClose={saving.keep}
      title={t('profile.reviewTitle')}
      text={sentence(faults.review_required.message)}
      confirm={t('profile.reviewConfirm')}
      confirming={t('profile.updating')}
      keep={t('profile.reviewKeep')}
      onConfirm={() => saving.answer({ reviewConfirmed: true })}
      busy={saving.change.isPending}
    />
  );
}

/** On https a new e-mail needs the password once more. */
export function PasswordQuestion({ saving }: { saving: Saving }) {
  const t = useText(doctorAccountText);
  const ui = useUiText();
  const sentence = useSentence();
  const [password, setPassword] = useState('');
  const { error, isPending } = saving.change;
  const isWrong = error instanceof PortalError && error.code === 'invalid_current_password';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isPending && password !== '') saving.answer({ currentPassword: password });
  };
  return (
    <Dialog
      open
      onClose={saving.keep}
      title={t('profile.passwordTitle')}
      text={t('profile.passwordText')}
      dirty={isPending}
    >
      <DialogForm onSubmit={submit}>
        <Field label={t('profile.password')} error={isWrong ? sentence(error.sentence) : undefined}>
          <PasswordInput value={password} onChange={(event) => setPassword(event.target.value)} />
        </Field>
        <DialogActions>
          <Button variant="ghost" onClick={saving.keep} disabled={isPending}>
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
