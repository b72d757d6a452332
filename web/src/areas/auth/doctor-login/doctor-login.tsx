import { screens } from '@medcloud/contract/screens';
import { useForm } from 'react-hook-form';
import { Link, useLocation } from 'react-router';
import { useDoctorLogin } from '../../../calls/auth.ts';
import { useShapeResolver } from '../../../forms/use-shape-resolver.ts';
import { authText } from '../../../text/auth.ts';
import { useText } from '../../../text/language.tsx';
import { useLoginErrorMessage } from '../../../text/login-error-message.ts';
import { useErrorMessage } from '../../../text/use-error-message.ts';
import { Note } from '../../../ui/feedback/note.tsx';
import { Field } from '../../../ui/forms/field.tsx';
import { PasswordInput } from '../../../ui/forms/password-input.tsx';
import { TextInput } from '../../../ui/forms/text-input.tsx';
import { readApplication } from '../shared/application-state.ts';
import { LoginForm, LoginLayout } from '../shared/login-layout.tsx';
import { useSignIn } from '../shared/sign-in.ts';

const fetchShape = async () => (await import('@medcloud/contract/shapes/accounts')).emailLogin;

function SignUpLink() {
  const t = useText(authText);
  return (
    <p className="text-body text-ink-muted">
      {t('login.noAccount')}{' '}
      <Link to={screens.doctorSignup} className="font-thing text-primary-text hover:underline">
        {t('login.signUp')}
      </Link>
    </p>
  );
}

/** Repeats the text of the sign-up's toast, so it can still be read. */
function ApplicationNote() {
  const t = useText(authText);
  const { state } = useLocation();
  const application = readApplication(state);
  if (application === undefined) return null;
  const mustConfirm = application === 'to-confirm';
  return (
    <div className="mb-5">
      <Note variant="success" title={t(mustConfirm ? 'confirm.sentTitle' : 'login.appliedTitle')}>
        {t(mustConfirm ? 'confirm.sentText' : 'login.appliedText')}
      </Note>
    </div>
  );
}

/** Signs in a doctor, verified or not (specification, section 2). */
export function DoctorLogin() {
  const t = useText(authText);
  const errorMessage = useErrorMessage();
  const login = useDoctorLogin();
  const loginErrorMessage = useLoginErrorMessage('doctor');
  const signIn = useSignIn('doctor');
  const form = useForm({ resolver: useShapeResolver(fetchShape), defaultValues: { email: '', password: '' } });
  const { errors } = form.formState;
  return (
    <LoginLayout area="doctor" title={t('login.doctorTitle')} lead={t('login.doctorLead')}>
      <ApplicationNote />
      <LoginForm
        area="doctor"
        onSubmit={form.handleSubmit((body) => login.mutate({ body }, signIn))}
        isBusy={login.isPending}
        errorMessage={loginErrorMessage(login.error)}
        submitLabel={t('login.signIn')}
        submittingLabel={t('login.signingIn')}
        foot={<SignUpLink />}
      >
        <Field label={t('login.email')} error={errorMessage(errors.email?.message)}>
          <TextInput {...form.register('email')} type="email" autoComplete="username" />
        </Field>
        <Field label={t('login.password')} error={errorMessage(errors.password?.message)}>
          <PasswordInput {...form.register('password')} />
        </Field>
      </LoginForm>
    </LoginLayout>
  );
}
