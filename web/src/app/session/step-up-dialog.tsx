import { ApiError } from '@medcloud/contract/api-client';
import { type FormEvent, useState } from 'react';
import { useStepUp } from '../../calls/auth.ts';
import { errorMessageOf } from '../../calls/client/use-api-query.ts';
import { useText, useUiText } from '../../text/language.tsx';
import { stepUpText } from '../../text/step-up.ts';
import { useErrorMessage } from '../../text/use-error-message.ts';
import { Button } from '../../ui/actions/button.tsx';
import { Note } from '../../ui/feedback/note.tsx';
import { Field } from '../../ui/forms/field.tsx';
import { PasswordInput } from '../../ui/forms/password-input.tsx';
import { Dialog, DialogActions, DialogForm } from '../../ui/overlays/dialog.tsx';
import { useSession } from './session.tsx';

interface StepUpDialogProps {
  /** The password was correct, and a new session has replaced the old one. */
  onConfirmed: () => void;
  onCancel: () => void;
}

/** Asks for the password again before an action that changes other users' rights or payments. */
export function StepUpDialog({ onConfirmed, onCancel }: StepUpDialogProps) {
  const t = useText(stepUpText);
  const ui = useUiText();
  const errorMessage = useErrorMessage();
  const { user, medicalCenter, doctor, signIn } = useSession();
  const stepUp = useStepUp();
  const [password, setPassword] = useState('');
  const onStepUp = ({ sessionId }: { sessionId: string }) => {
    if (user) signIn({ sessionId, user, medicalCenter, doctor });
    onConfirmed();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (password !== '' && !stepUp.isPending) stepUp.mutate({ body: { password } }, { onSuccess: onStepUp });
  };
  const { error } = stepUp;
  const isWrongPassword = error instanceof ApiError && error.code === 'invalid_current_password';
  const shownError =
    error !== null && !isWrongPassword && (errorMessage(errorMessageOf(error) ?? undefined) ?? ui('error.noAnswer'));
  return (
    <Dialog open dirty={stepUp.isPending} onClose={onCancel} title={t('title')} text={t('text')}>
      <DialogForm onSubmit={submit}>
        <Field label={t('password')} error={isWrongPassword ? errorMessage(error.userMessage) : undefined}>
          <PasswordInput
            value={password}
            onChange={(event) => setPassword(event.target.value)}
            autoComplete="current-password"
          />
        </Field>
        {shownError && <Note variant="danger">{shownError}</Note>}
        <DialogActions>
          <Button variant="ghost" onClick={onCancel} disabled={stepUp.isPending}>
            {t('giveUp')}
          </Button>
          <Button type="submit" variant="primary" busy={stepUp.isPending} busyLabel={t('checking')}>
            {t('go')}
          </Button>
        </DialogActions>
      </DialogForm>
    </Dialog>
  );
}
