import { ApiError } from '@medcloud/contract/api-client';
import { screens } from '@medcloud/contract/screens';
import type { Role } from '@medcloud/contract/shapes/accounts';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useLocation } from 'react-router';
import { areaOf, areas } from '../../../app/layout/area.ts';
import { AuthLayout } from '../../../app/layout/auth-layout.tsx';
import { usePublicSettings, useResetPassword } from '../../../calls/auth.ts';
import { ApiErrorMessage } from '../../../calls/client/api-error-message.tsx';
import { showServerErrors } from '../../../forms/server-errors.ts';
import { useShapeResolver } from '../../../forms/use-shape-resolver.ts';
import { authText } from '../../../text/auth.ts';
import { useText } from '../../../text/language.tsx';
import { useErrorMessage } from '../../../text/use-error-message.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { Field } from '../../../ui/forms/field.tsx';
import { PasswordInput } from '../../../ui/forms/password-input.tsx';
import { ResultScreen } from '../shared/result-screen.tsx';

const fetchShape = async () => (await import('./reset-password-shape.ts')).resetPasswordShape;

function isInvalidLink(error: Error | null): boolean {
  return error instanceof ApiError && error.code === 'invalid_or_expired';
}

/** Shows that the link is invalid: incomplete, used or expired. Links to the request for a new one. */
function InvalidLink({ reason }: { reason: 'dead' | 'part' }) {
  const t = useText(authText);
  return (
    <ResultScreen
      title={t(`reset.${reason}Title`)}
      lead={t(`reset.${reason}Text`)}
      next={{ to: screens.forgotPassword, label: t('reset.again') }}
    />
  );
}

function ResetConfirmation({ role }: { role: Role }) {
  const t = useText(authText);
  return (
    <ResultScreen
      title={t('reset.doneTitle')}
      lead={t('reset.doneText')}
      next={{ to: screens[areas[areaOf(role)].login], label: t('reset.signIn') }}
    />
  );
}

function useResetForm(token: string) {
  const reset = useResetPassword();
  const form = useForm({
    resolver: useShapeResolver(fetchShape),
    defaultValues: { password: '', confirmPassword: '' },
    mode: 'onTouched',
  });
  const submit = form.handleSubmit(({ password }) =>
    reset.mutate({ body: { token, password } }, { onError: (error) => void showServerErrors(form, error) }),
  );
  return { reset, form, submit };
}

function ResetForm({ token }: { token: string }) {
  const t = useText(authText);
  const errorMessage = useErrorMessage();
  const { reset, form, submit } = useResetForm(token);
  const minPasswordLength = usePublicSettings().data?.passwordMin;
  const { errors } = form.formState;
  if (reset.data) return <ResetConfirmation role={reset.data.role} />;
  if (isInvalidLink(reset.error)) return <InvalidLink reason="dead" />;
  return (
    <AuthLayout title={t('reset.title')} lead={t('reset.lead')}>
      <form noValidate onSubmit={submit} className="flex flex-col gap-5">
        <ApiErrorMessage title={t('reset.failed')} error={reset.error} />
        <Field
          label={t('reset.password')}
          error={errorMessage(errors.password?.message)}
          help={minPasswordLength && t('signup.passwordHelp', { count: minPasswordLength })}
        >
          <PasswordInput {...form.register('password')} autoComplete="new-password" />
        </Field>
        <Field label={t('reset.confirm')} error={errorMessage(errors.confirmPassword?.message)}>
          <PasswordInput {...form.register('confirmPassword')} autoComplete="new-password" />
        </Field>
        <Button type="submit" variant="primary" size="large" busy={reset.isPending} busyLabel={t('reset.submitting')}>
          {t('reset.submit')}
        </Button>
      </form>
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
