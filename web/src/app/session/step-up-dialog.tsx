import { PortalError } from '@medcloud/contract/caller';
import { type FormEvent, useState } from 'react';
import { useStepUp } from '../../calls/auth.ts';
import { sentenceOf } from '../../calls/client/use-call.ts';
import { useText, useUiText } from '../../text/language.tsx';
import { useSentence } from '../../text/sentences.ts';
import { stepUpText } from '../../text/step-up.ts';
import { Button } from '../../ui/actions/button.tsx';
import { Note } from '../../ui/feedback/note.tsx';
import { Field } from '../../ui/forms/field.tsx';
import { PasswordInput } from '../../ui/forms/password-input.tsx';
import { Dialog, DialogActions, DialogForm } from '../../ui/overlays/dialog.tsx';
import { useSession } from './session.tsx';

interface StepUpDialogProps {
  /** The password was right: a new session stands in the place of the old one. */
  onGiven: () => void;
  onGivenUp: () => void;
}

/** The password once more, for an act that changes others' power or money. */
export function StepUpDialog({ onGiven, onGivenUp }: StepUpDialogProps) {
  const t = useText(stepUpText);
  const ui = useUiText();
  const sentence = useSentence();
  const { user, medicalCenter, doctor, signIn } = useSession();
  const stepUp = useStepUp();
  const [password, setPassword] = useState('');
  const given = ({ sessionId }: { sessionId: string }) => {
    if (user) signIn({ sessionId, user, medicalCenter, doctor });
    onGiven();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (password !== '' && !stepUp.isPending) stepUp.mutate({ body: { password } }, { onSuccess: given });
  };
  const { error } = stepUp;
  const isWrong = error instanceof PortalError && error.code === 'invalid_current_password';
  const failure = error !== null && !isWrong && (sentence(sentenceOf(error) ?? undefined) ?? ui('error.noAnswer'));
  return (
    <Dialog open dirty={stepUp.isPending} onClose={onGivenUp} title={t('title')} text={t('text')}>
      <DialogForm onSubmit={submit}>
        <Field label={t('password')} error={isWrong ? sentence(error.sentence) : undefined}>
          <PasswordInput
            value={password}
            onChange={(event) => setPassword(event.target.value)}
            autoComplete="current-password"
          />
        </Field>
        {failure && <Note tone="danger">{failure}</Note>}
        <DialogActions>
          <Button variant="ghost" onClick={onGivenUp} disabled={stepUp.isPending}>
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
