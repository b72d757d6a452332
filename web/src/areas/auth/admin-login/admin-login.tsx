import { ShieldAlert } from 'lucide-react';
import { useForm } from 'react-hook-form';
import { useAdminLogin, usePublicSettings } from '../../../calls/auth.ts';
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

const fetchShape = async () => (await import('@medcloud/contract/shapes/accounts')).emailLogin;

function RestrictedNote() {
  const t = useText(authText);
  return (
    <p className="flex gap-2 border-t border-line pt-4 text-small text-ink-muted">
      <ShieldAlert size={16} className="mt-px shrink-0" />
      {t('login.restricted')}
    </p>
  );
}

/**
 * Returns the form. The server gives the administrator's e-mail to fill in only on loopback (shapes, public-settings).
 */
function useAdminForm() {
  const adminEmail = usePublicSettings().data?.adminEmail;
  return useForm({
    resolver: useShapeResolver(fetchShape),
    defaultValues: { email: '', password: '' },
    ...(adminEmail ? { values: { email: adminEmail, password: '' } } : {}),
    resetOptions: { keepDirtyValues: true },
  });
}

/** Signs in an administrator (specification, section 2). */
export function AdminLogin() {
  const t = useText(authText);
  const errorMessage = useErrorMessage();
  const login = useAdminLogin();
  const loginErrorMessage = useLoginErrorMessage('admin');
  const signIn = useSignIn('admin');
  const form = useAdminForm();
  const { errors } = form.formState;
  return (
    <LoginLayout area="admin" title={t('login.adminTitle')} lead={t('login.adminLead')} back={t('login.backToPortal')}>
      <LoginForm
        area="admin"
        onSubmit={form.handleSubmit((body) => login.mutate({ body }, signIn))}
        isBusy={login.isPending}
        errorMessage={loginErrorMessage(login.error)}
        submitLabel={t('login.access')}
        submittingLabel={t('login.authenticating')}
        foot={<RestrictedNote />}
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
