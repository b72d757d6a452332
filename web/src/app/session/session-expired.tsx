import type { Role } from '@medcloud/contract/shapes/accounts';
import { type FormEvent, useId, useState } from 'react';
import { useAdminLogin, useCenterLogin, useDoctorLogin } from '../../calls/auth.ts';
import { authText } from '../../text/auth.ts';
import { useText } from '../../text/language.tsx';
import { useLoginErrorMessage } from '../../text/login-error-message.ts';
import { Button } from '../../ui/actions/button.tsx';
import { Note } from '../../ui/feedback/note.tsx';
import { Field } from '../../ui/forms/field.tsx';
import { PasswordInput } from '../../ui/forms/password-input.tsx';
import { TextInput } from '../../ui/forms/text-input.tsx';
import { Dialog, DialogActions, DialogForm } from '../../ui/overlays/dialog.tsx';
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

/** Shown when the session has expired. Hides the screen but keeps its state until the same user signs in again. */
export function SessionExpired() {
  const t = useText(authText);
  const { discardSession } = useSession();
  const { area, name, send, error, isPending } = useLoginAgain();
  const errorMessage = useLoginErrorMessage(area)(error);
  const [password, setPassword] = useState('');
  const id = useId();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // A form that contains this dialog in the React tree must not be submitted too.
    event.stopPropagation();
    if (password !== '' && !isPending) send(password);
  };
  return (
    <Dialog open onClose={() => undefined} title={t('lapsed.title')} text={t('lapsed.text')} dirty hidesPage>
      <DialogForm onSubmit={submit}>
        {errorMessage && (
          <Note variant="danger" title={t('login.failed')}>
            {errorMessage}
          </Note>
        )}
        <Field label={t(area === 'center' ? 'login.centerId' : 'login.email')}>
          {/* Only for password managers. Not in the Tab order, so the password gets the focus. */}
          <TextInput value={name} readOnly tabIndex={-1} autoComplete="username" />
        </Field>
        <Field label={t('login.password')}>
          <PasswordInput name={id} value={password} onChange={(event) => setPassword(event.target.value)} />
        </Field>
        <DialogActions>
          <Button variant="ghost" onClick={discardSession}>
            {t('lapsed.other')}
          </Button>
          <Button type="submit" variant="primary" busy={isPending} busyLabel={t('login.signingIn')}>
            {t('login.signIn')}
          </Button>
        </DialogActions>
      </DialogForm>
    </Dialog>
  );
}
