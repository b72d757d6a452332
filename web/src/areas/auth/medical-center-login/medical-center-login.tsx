import { useForm } from 'react-hook-form';
import { useCenterLogin } from '../../../calls/auth.ts';
import { useShape } from '../../../forms/use-shape.ts';
import { authText } from '../../../text/auth.ts';
import { useText } from '../../../text/language.tsx';
import { useLoginFailure } from '../../../text/login-failure.ts';
import { useSentence } from '../../../text/sentences.ts';
import { Field } from '../../../ui/forms/field.tsx';
import { PasswordInput } from '../../../ui/forms/password-input.tsx';
import { TextInput } from '../../../ui/forms/text-input.tsx';
import { LoginForm, LoginFrame } from '../shared/login-frame.tsx';
import { useSignIn } from '../shared/sign-in.ts';

const fetchShape = async () => (await import('@medcloud/contract/shapes/accounts')).centerLogin;

/** A center signs in with its center ID (specification, section 2). */
export function MedicalCenterLogin() {
  const t = useText(authText);
  const sentence = useSentence();
  const login = useCenterLogin();
  const failure = useLoginFailure('center');
  const signIn = useSignIn('center');
  const form = useForm({ resolver: useShape(fetchShape), defaultValues: { centerId: '', password: '' } });
  const { errors } = form.formState;
  return (
    <LoginFrame area="center" title={t('login.centerTitle')} lead={t('login.centerLead')}>
      <LoginForm
        area="center"
        onSubmit={form.handleSubmit((body) => login.mutate({ body }, signIn))}
        isBusy={login.isPending}
        failure={failure(login.error)}
        submit={t('login.signIn')}
        submitting={t('login.signingIn')}
      >
        <Field label={t('login.centerId')} error={sentence(errors.centerId?.message)}>
          <TextInput
            {...form.register('centerId')}
            autoComplete="username"
            autoCapitalize="characters"
            spellCheck={false}
            className="code"
          />
        </Field>
        <Field label={t('login.password')} error={sentence(errors.password?.message)}>
          <PasswordInput {...form.register('password')} />
        </Field>
      </LoginForm>
    </LoginFrame>
  );
}
