import { ApiError } from '@medcloud/contract/api-client';
import { screens } from '@medcloud/contract/screens';
import type { Role } from '@medcloud/contract/shapes/accounts';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useLocation } from 'react-router';
import { areaOf, areas } from '../../../app/layout/area.ts';
import { AuthLayout } from '../../../app/layout/auth-layout.tsx';
import { usePublicSettings, useResetPassword } from '../../../calls/auth.ts';
import { Form, FormActions } from '../../../forms/form.tsx';
import { FormField } from '../../../forms/form-field.tsx';
import { useShapeResolver } from '../../../forms/use-shape-resolver.ts';
import { useSubmit } from '../../../forms/use-submit.ts';
import { useText, useUiText } from '../../../text/language.tsx';
import { PasswordInput } from '../../../ui/forms/password-input.tsx';
import { ResultScreen } from '../shared/result-screen.tsx';

const fetchShape = async () => (await import('./reset-password-shape.ts')).resetPasswordShape;

function isInvalidLink(error: Error | null): boolean {
  return error instanceof ApiError && error.code === 'invalid_or_expired';
}

/** Shows that the link is invalid: incomplete, used or expired. Links to the request for a new one. */
function InvalidLink({ reason }: { reason: 'dead' | 'part' }) {
  const t = useText('auth');
  return (
    <ResultScreen
      title={t(`reset.${reason}Title`)}
      lead={t(`reset.${reason}Text`)}
      next={{ to: screens.forgotPassword, label: t('reset.again') }}
    />
  );
}

function ResetConfirmation({ role }: { role: Role }) {
  const t = useText('auth');
  return (
    <ResultScreen
      title={t('reset.doneTitle')}
      lead={t('reset.doneText')}
      next={{ to: screens[areas[areaOf(role)].login], label: t('reset.signIn') }}
    />
  );
}

function ResetForm({ token }: { token: string }) {
  const t = useText('auth');
  const ui = useUiText();
  const minPasswordLength = usePublicSettings().data?.passwordMin;
  const reset = useResetPassword();
  const form = useForm({
    resolver: useShapeResolver(fetchShape),
    defaultValues: { password: '', confirmPassword: '' },
    mode: 'onTouched',
  });
  const isDead = isInvalidLink(reset.error);
  const submission = useSubmit(form, reset, {
    toInput: ({ password }) => ({ body: { token, password } }),
    isDiscardable: isDead,
  });
  if (reset.data) return <ResetConfirmation role={reset.data.role} />;
  if (isDead) return <InvalidLink reason="dead" />;
  return (
    <AuthLayout title={t('reset.title')} lead={t('reset.lead')}>
      <Form submission={submission}>
        <FormField
          form={form}
          name="password"
          label={t('reset.password')}
          help={minPasswordLength && t('signup.passwordHelp', { count: minPasswordLength })}
        >
          <PasswordInput autoComplete="new-password" />
        </FormField>
        <FormField form={form} name="confirmPassword" label={t('reset.confirm')}>
          <PasswordInput autoComplete="new-password" />
        </FormField>
        <FormActions
          isLarge
          submitLabel={t('reset.submit')}
          busyLabel={ui('action.saving')}
          failureTitle={t('reset.failed')}
        />
      </Form>
    </AuthLayout>
  );
}

/**
 * Sets a new password with a mailed link. Its token is in the fragment, which logs and Referer headers do not contain.
 */
export function ResetPassword() {
  const { hash } = useLocation();
  // kept from the first render, because a skip link changes the fragment
  const [token] = useState(() => hash.slice(1));
  return token === '' ? <InvalidLink reason="part" /> : <ResetForm token={token} />;
}
