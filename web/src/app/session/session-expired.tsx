import type { Role } from '@medcloud/contract/shapes/accounts';
import { useId, useState } from 'react';
import { useAdminLogin, useCenterLogin, useDoctorLogin } from '../../calls/auth.ts';
import { FormDialog } from '../../forms/form-dialog.tsx';
import type { Submission } from '../../forms/use-submit.ts';
import { useText, useUiText } from '../../text/language.tsx';
import { useLoginErrorMessage } from '../../text/login-error-message.ts';
import { Field } from '../../ui/forms/field.tsx';
import { PasswordInput } from '../../ui/forms/password-input.tsx';
import { TextInput } from '../../ui/forms/text-input.tsx';
import { areaOf } from '../layout/area.ts';
import { useSession } from './session.tsx';

/** The password login of the same user. Each role has its own route. */
function useLoginAgain() {
  const { user, medicalCenter, signIn } = useSession();
  const center = useCenterLogin();
  const doctor = useDoctorLogin();
  const admin = useAdminLogin();
  const role: Role = user?.role ?? 'admin';
  const email = user?.email ?? '';
  const centerId = medicalCenter?.centerId ?? '';
  const login = { medical_center: center, doctor, admin }[role];
  const send = (password: string) => {
    if (role === 'medical_center') center.mutate({ body: { centerId, password } }, { onSuccess: signIn });
    else if (role === 'doctor') doctor.mutate({ body: { email, password } }, { onSuccess: signIn });
    else admin.mutate({ body: { email, password } }, { onSuccess: signIn });
  };
  return { area: areaOf(role), name: role === 'medical_center' ? centerId : email, send, ...statusOf(login) };
}

function statusOf({ error, isPending }: { error: Error | null; isPending: boolean }) {
  return { error, isPending };
}

/**
 * Shown when the session has expired. Hides the screen but keeps its state until the same user signs in again. Every
 * signed-in page preloads it, so it does without React Hook Form.
 */
export function SessionExpired() {
  const t = useText('auth');
  const ui = useUiText();
  const { discardSession } = useSession();
  const { area, name, send, error, isPending } = useLoginAgain();
  const failure = useLoginErrorMessage(area)(error);
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
      <Field label={ui(area === 'center' ? 'field.centerId' : 'field.email')}>
        {/* Only for password managers. Not in the Tab order, so the password gets the focus. */}
        <TextInput value={name} readOnly tabIndex={-1} autoComplete="username" />
      </Field>
      <Field label={ui('field.password')}>
        <PasswordInput name={id} value={password} onChange={(event) => setPassword(event.target.value)} />
      </Field>
    </FormDialog>
  );
}
