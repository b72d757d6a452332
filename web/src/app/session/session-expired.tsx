import type { Role } from '@medcloud/contract/shapes/accounts';
import type { FactorRequired } from '@medcloud/contract/shapes/factors';
import { useId, useState } from 'react';
import { useAdminLogin, useCenterLogin, useDoctorLogin } from '../../calls/auth.ts';
import { FormDialog } from '../../forms/form-dialog.tsx';
import type { Submission } from '../../forms/use-submit.ts';
import { lazyComponent, usePreload } from '../../lib/lazy-component.tsx';
import { useText, useUiText } from '../../text/language.tsx';
import { useLoginErrorMessage } from '../../text/login-error-message.ts';
import { useErrorMessage } from '../../text/use-error-message.ts';
import { Field } from '../../ui/forms/field.tsx';
import { PasswordInput } from '../../ui/forms/password-input.tsx';
import { TextInput } from '../../ui/forms/text-input.tsx';
import { areaOf } from '../layout/area.ts';
import { isFactorRequired, type LoginReply, useSession } from './session.tsx';
import { sessionCover } from './session-cover.tsx';

/** The password login of the same user. Each role has its own route. */
function useLoginAgain(onReply: (reply: LoginReply) => void) {
  const { user, medicalCenter, member } = useSession();
  const center = useCenterLogin();
  const doctor = useDoctorLogin();
  const admin = useAdminLogin();
  const role: Role = user?.role ?? 'admin';
  const email = user?.email ?? '';
  const centerId = `${medicalCenter?.centerId ?? ''}${member ? `/${member.username}` : ''}`;
  const login = { medical_center: center, doctor, admin }[role];
  const send = (password: string) => {
    if (role === 'medical_center') center.mutate({ body: { centerId, password } }, { onSuccess: onReply });
    else if (role === 'doctor') doctor.mutate({ body: { email, password } }, { onSuccess: onReply });
    else admin.mutate({ body: { email, password } }, { onSuccess: onReply });
  };
  const label: 'centerId' | 'email' = role === 'medical_center' ? 'centerId' : 'email';
  return { area: areaOf(role), label, name: role === 'medical_center' ? centerId : email, send, ...statusOf(login) };
}

function statusOf({ error, isPending }: { error: Error | null; isPending: boolean }) {
  return { error, isPending };
}

const SecondStepDialog = lazyComponent(
  async () => (await import('./factors/second-step-dialog.tsx')).SecondStepDialog,
  sessionCover,
);

/** Signs the same user in again: the password and, for an account with a second factor, the second step. */
export function SessionExpired() {
  const { signIn, discardSession } = useSession();
  const [challenge, setChallenge] = useState<FactorRequired | null>(null);
  const [isOver, setOver] = useState(false);
  usePreload(SecondStepDialog);
  const onReply = (reply: LoginReply) => (isFactorRequired(reply) ? setChallenge(reply) : signIn(reply));
  const onOver = () => {
    setChallenge(null);
    setOver(true);
  };
  if (challenge === null) return <PasswordDialog isOver={isOver} onReply={onReply} />;
  return <SecondStepDialog challenge={challenge} onSignedIn={signIn} onOver={onOver} onCancel={discardSession} />;
}

interface PasswordDialogProps {
  /** The second step ended without a sign-in. */
  isOver: boolean;
  onReply: (reply: LoginReply) => void;
}

/**
 * Shown when the session has expired. Hides the screen but keeps its state until the same user signs in again. Every
 * signed-in page preloads it, so it does without React Hook Form.
 */
function PasswordDialog({ isOver, onReply }: PasswordDialogProps) {
  const t = useText('auth');
  const ui = useUiText();
  const { discardSession } = useSession();
  const { area, label, name, send, error, isPending } = useLoginAgain(onReply);
  const errorMessage = useErrorMessage();
  const loginErrorMessage = useLoginErrorMessage(area);
  const failure = isOver && error === null ? errorMessage('challenge_over') : loginErrorMessage(error);
  const [password, setPassword] = useState('');
  const id = useId();
  const submit: Submission['submit'] = async (event) => {
    event?.preventDefault();
    if (password !== '' && !isPending) send(password);
  };
  return (
    <FormDialog
      shouldHidePage
      submission={{ submit, isBusy: isPending, failure }}
      onClose={() => undefined}
      onCancel={discardSession}
      title={t('expired.title')}
      text={t('expired.text')}
      submitLabel={t('login.signIn')}
      busyLabel={t('login.signingIn')}
      cancelLabel={t('expired.other')}
      failureTitle={t('login.failed')}
    >
      <Field label={ui(`field.${label}`)}>
        {/* Only for password managers. Not in the Tab order, so the password gets the focus. */}
        <TextInput value={name} readOnly tabIndex={-1} autoComplete="username" />
      </Field>
      <Field label={ui('field.password')}>
        <PasswordInput name={id} value={password} onChange={(event) => setPassword(event.target.value)} />
      </Field>
    </FormDialog>
  );
}
