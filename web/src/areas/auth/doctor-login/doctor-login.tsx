import { screens } from '@medcloud/contract/screens';
import { useForm } from 'react-hook-form';
import { Link, useLocation } from 'react-router';
import { useDoctorLogin } from '../../../calls/auth.ts';
import { FormField } from '../../../forms/form-field.tsx';
import { useShapeResolver } from '../../../forms/use-shape-resolver.ts';
import { useText, useUiText } from '../../../text/language.tsx';
import { Note } from '../../../ui/feedback/note.tsx';
import { PasswordInput } from '../../../ui/forms/password-input.tsx';
import { TextInput } from '../../../ui/forms/text-input.tsx';
import { readApplication } from '../shared/application-state.ts';
import { LoginForm, LoginLayout } from '../shared/login-layout.tsx';
import { useSignIn } from '../shared/sign-in.ts';

const fetchShape = async () => (await import('@medcloud/contract/shapes/accounts')).emailLogin;

function SignUpLink() {
  const t = useText('auth');
  return (
    <p className="text-body text-ink-muted">
      {t('login.noAccount')}{' '}
      <Link to={screens.doctorSignup} className="font-strong text-primary-text hover:underline">
        {t('login.signUp')}
      </Link>
    </p>
  );
}

/** Repeats the text of the sign-up's toast, so it can still be read. */
function ApplicationNote() {
  const t = useText('auth');
  const { state } = useLocation();
  const application = readApplication(state);
  if (application === undefined) return null;
  const mustConfirm = application === 'to-confirm';
  return (
    <div className="mb-5">
      <Note variant="success" title={t(mustConfirm ? 'forgot.sentTitle' : 'login.appliedTitle')}>
        {t(mustConfirm ? 'confirm.sentText' : 'login.appliedText')}
      </Note>
    </div>
  );
}

/** Signs in a doctor, verified or not (specification, section 2). */
export function DoctorLogin() {
  const t = useText('auth');
  const ui = useUiText();
  const form = useForm({ resolver: useShapeResolver(fetchShape), defaultValues: { email: '', password: '' } });
  const { submission, secondStep } = useSignIn('doctor', form, useDoctorLogin());
  return (
    <LoginLayout area="doctor" secondStep={secondStep} title={t('login.doctorTitle')} lead={t('login.doctorLead')}>
      <ApplicationNote />
      <LoginForm
        area="doctor"
        submission={submission}
        submitLabel={t('login.signIn')}
        busyLabel={t('login.signingIn')}
        onSignedIn={secondStep.onSignedIn}
        foot={<SignUpLink />}
      >
        <FormField form={form} name="email" label={ui('field.email')}>
          <TextInput type="email" autoComplete="username webauthn" />
        </FormField>
        <FormField form={form} name="password" label={ui('field.password')}>
          <PasswordInput autoFocus={secondStep.hasReturned} />
        </FormField>
      </LoginForm>
    </LoginLayout>
  );
}
