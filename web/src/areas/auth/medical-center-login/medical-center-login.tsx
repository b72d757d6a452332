import { useForm } from 'react-hook-form';
import { useCenterLogin } from '../../../calls/auth.ts';
import { useShapeResolver } from '../../../forms/use-shape-resolver.ts';
import { authText } from '../../../text/auth.ts';
import { useText } from '../../../text/language.tsx';
import { useLoginErrorMessage } from '../../../text/login-error-message.ts';
import { useErrorMessage } from '../../../text/use-error-message.ts';
import { Field } from '../../../ui/forms/field.tsx';
import { PasswordInput } from '../../../ui/forms/password-input.tsx';
import { TextInput } from '../../../ui/forms/text-input.tsx';
import { LoginForm, LoginLayout } from '../shared/login-layout.tsx';
import { useSignIn } from '../shared/sign-in.ts';

const fetchShape = async () => (await import('@medcloud/contract/shapes/accounts')).centerLogin;

/** Signs in a center with its center ID (specification, section 2). */
export function MedicalCenterLogin() {
  const t = useText(authText);
  const errorMessage = useErrorMessage();
  const login = useCenterLogin();
  const loginErrorMessage = useLoginErrorMessage('center');
  const signIn = useSignIn('center');
  const form = useForm({ resolver: useShapeResolver(fetchShape), defaultValues: { centerId: '', password: '' } });
  const { errors } = form.formState;
  return (
    <LoginLayout area="center" title={t('login.centerTitle')} lead={t('login.centerLead')}>
      <LoginForm
        area="center"
        onSubmit={form.handleSubmit((body) => login.mutate({ body }, signIn))}
        isBusy={login.isPending}
        errorMessage={loginErrorMessage(login.error)}
        submitLabel={t('login.signIn')}
        submittingLabel={t('login.signingIn')}
      >
        <Field label={t('login.centerId')} error={errorMessage(errors.centerId?.message)}>
          <TextInput
            {...form.register('centerId')}
            autoComplete="username"
            autoCapitalize="characters"
            spellCheck={false}
            className="code"
          />
        </Field>
        <Field label={t('login.password')} error={errorMessage(errors.password?.message)}>
          <PasswordInput {...form.register('password')} />
        </Field>
      </LoginForm>
    </LoginLayout>
  );
}
