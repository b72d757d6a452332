import { ShieldAlert } from 'lucide-react';
import { useForm } from 'react-hook-form';
import { useAdminLogin, usePublicSettings } from '../../../calls/auth.ts';
import { FormField } from '../../../forms/form-field.tsx';
import { useShapeResolver } from '../../../forms/use-shape-resolver.ts';
import { useText, useUiText } from '../../../text/language.tsx';
import { PasswordInput } from '../../../ui/forms/password-input.tsx';
import { TextInput } from '../../../ui/forms/text-input.tsx';
import { LoginForm, LoginLayout } from '../shared/login-layout.tsx';
import { useSignIn } from '../shared/sign-in.ts';

const fetchShape = async () => (await import('@medcloud/contract/shapes/accounts')).emailLogin;

function RestrictedNote() {
  const t = useText('auth');
  return (
    <p className="flex gap-2 border-t border-line pt-4 text-small text-ink-muted">
      <ShieldAlert size={16} className="mt-px shrink-0" />
      {t('login.restricted')}
    </p>
  );
}

/**
 * Returns the form. The server gives the administrator's email to fill in only on loopback (shapes, public-settings).
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
  const t = useText('auth');
  const ui = useUiText();
  const form = useAdminForm();
  const { submission, secondStep } = useSignIn('admin', form, useAdminLogin());
  return (
    <LoginLayout
      area="admin"
      secondStep={secondStep}
      title={t('login.adminTitle')}
      lead={t('login.adminLead')}
      back={t('login.backToPortal')}
    >
      <LoginForm
        area="admin"
        submission={submission}
        submitLabel={t('login.access')}
        busyLabel={t('login.authenticating')}
        onSignedIn={secondStep.onSignedIn}
        foot={<RestrictedNote />}
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
