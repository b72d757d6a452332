import { useForm } from 'react-hook-form';
import { useLocation } from 'react-router';
import { useCenterLogin } from '../../../calls/auth.ts';
import { FormField } from '../../../forms/form-field.tsx';
import { useShapeResolver } from '../../../forms/use-shape-resolver.ts';
import { useText, useUiText } from '../../../text/language.tsx';
import { PasswordInput } from '../../../ui/forms/password-input.tsx';
import { TextInput } from '../../../ui/forms/text-input.tsx';
import { LoginForm, LoginLayout } from '../shared/login-layout.tsx';
import { useSignIn } from '../shared/sign-in.ts';
import { readSignInName } from '../shared/sign-in-name-state.ts';

const fetchShape = async () => (await import('@medcloud/contract/shapes/accounts')).centerLogin;

/** Signs in a center with its center ID (specification, section 2), or a member with `CENTER-ID/name` or the email. */
export function MedicalCenterLogin() {
  const t = useText('auth');
  const ui = useUiText();
  const centerId = readSignInName(useLocation().state);
  const form = useForm({ resolver: useShapeResolver(fetchShape), defaultValues: { centerId, password: '' } });
  const { submission, secondStep } = useSignIn('center', form, useCenterLogin());
  return (
    <LoginLayout area="center" secondStep={secondStep} title={t('login.centerTitle')} lead={t('login.centerLead')}>
      <LoginForm
        area="center"
        submission={submission}
        submitLabel={t('login.signIn')}
        busyLabel={t('login.signingIn')}
        onSignedIn={secondStep.onSignedIn}
      >
        <FormField form={form} name="centerId" label={ui('field.centerId')} help={t('login.centerHint')}>
          <TextInput autoComplete="username webauthn" autoCapitalize="characters" spellCheck={false} className="code" />
        </FormField>
        <FormField form={form} name="password" label={ui('field.password')}>
          <PasswordInput autoFocus={secondStep.hasReturned || centerId !== ''} />
        </FormField>
      </LoginForm>
    </LoginLayout>
  );
}
