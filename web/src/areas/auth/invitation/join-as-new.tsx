import { useForm } from 'react-hook-form';
import { usePublicSettings } from '../../../calls/auth.ts';
import type { useAcceptInvitation } from '../../../calls/team.ts';
import { Form, FormActions } from '../../../forms/form.tsx';
import { FormField } from '../../../forms/form-field.tsx';
import { useShapeResolver } from '../../../forms/use-shape-resolver.ts';
import { useSubmit } from '../../../forms/use-submit.ts';
import { useText } from '../../../text/language.tsx';
import { PasswordInput } from '../../../ui/forms/password-input.tsx';

const fetchShape = async () => (await import('./invitation-shape.ts')).invitationPassword;

/** Chooses the password of the new account and joins. */
export function JoinAsNew({ token, accept }: { token: string; accept: ReturnType<typeof useAcceptInvitation> }) {
  const t = useText('center/team.invitation');
  const auth = useText('auth');
  const minLength = usePublicSettings().data?.passwordMin;
  const form = useForm({
    resolver: useShapeResolver(fetchShape),
    defaultValues: { password: '', confirmPassword: '' },
    mode: 'onTouched',
  });
  const submission = useSubmit(form, accept, { toInput: ({ password }) => ({ body: { token, password } }) });
  return (
    <Form submission={submission}>
      <p>{t('passwordLead')}</p>
      <FormField
        form={form}
        name="password"
        label={t('password')}
        help={minLength && auth('signup.passwordHelp', { count: minLength })}
      >
        <PasswordInput autoComplete="new-password" />
      </FormField>
      <FormField form={form} name="confirmPassword" label={t('confirm')}>
        <PasswordInput autoComplete="new-password" />
      </FormField>
      <FormActions isLarge submitLabel={t('join')} busyLabel={t('joining')} failureTitle={t('joinFailed')} />
    </Form>
  );
}
