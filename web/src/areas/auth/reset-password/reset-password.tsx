import { PortalError } from '@medcloud/contract/caller';
import { screens } from '@medcloud/contract/screens';
import type { Role } from '@medcloud/contract/shapes/accounts';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useLocation } from 'react-router';
import { areaOf, areas } from '../../../app/layout/area.ts';
import { AuthLayout } from '../../../app/layout/auth-layout.tsx';
import { usePublicSettings, useResetPassword } from '../../../calls/auth.ts';
import { CallFailure } from '../../../calls/client/call-failure.tsx';
import { showServerErrors } from '../../../forms/server-errors.ts';
import { useShape } from '../../../forms/use-shape.ts';
import { authText } from '../../../text/auth.ts';
import { useText } from '../../../text/language.tsx';
import { useSentence } from '../../../text/sentences.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { Field } from '../../../ui/forms/field.tsx';
import { PasswordInput } from '../../../ui/forms/password-input.tsx';
import { EndScreen } from '../shared/end-screen.tsx';

const fetchShape = async () => (await import('./reset-password-shape.ts')).typedTwice;

function isDead(error: Error | null): boolean {
  return error instanceof PortalError && error.code === 'invalid_or_expired';
}

/** The link is of no use: cut short, used, or too old. Says which, and how to get another. */
function Dead({ reason }: { reason: 'dead' | 'part' }) {
  const t = useText(authText);
  return (
    <EndScreen
      title={t(`reset.${reason}Title`)}
      lead={t(`reset.${reason}Text`)}
      next={{ to: screens.forgotPassword, label: t('reset.again') }}
    />
  );
}

function Done({ role }: { role: Role }) {
  const t = useText(authText);
  return (
    <EndScreen
      title={t('reset.doneTitle')}
      lead={t('reset.doneText')}
      next={{ to: screens[areas[areaOf(role)].login], label: t('reset.signIn') }}
    />
  );
}

function useResetForm(token: string) {
  const reset = useResetPassword();
  const form = useForm({
    resolver: useShape(fetchShape),
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
  const sentence = useSentence();
  const { reset, form, submit } = useResetForm(token);
  const least = usePublicSettings().data?.passwordMin;
  const { errors } = form.formState;
  if (reset.data) return <Done role={reset.data.role} />;
  if (isDead(reset.error)) return <Dead reason="dead" />;
  return (
    <AuthLayout title={t('reset.title')} lead={t('reset.lead')}>
      <form noValidate onSubmit={submit} className="flex flex-col gap-5">
        <CallFailure title={t('reset.failed')} error={reset.error} />
        <Field
          label={t('reset.password')}
          error={sentence(errors.password?.message)}
          help={least && t('signup.passwordHelp', { count: least })}
        >
          <PasswordInput {...form.register('password')} autoComplete="new-password" />
        </Field>
        <Field label={t('reset.confirm')} error={sentence(errors.confirmPassword?.message)}>
          <PasswordInput {...form.register('confirmPassword')} autoComplete="new-password" />
        </Field>
        <Button type="submit" variant="primary" size="large" busy={reset.isPending} busyLabel={t('reset.submitting')}>
          {t('reset.submit')}
        </Button>
      </form>
    </AuthLayout>
  );
}

/** Chooses a new password by a mailed link, whose token stays behind the `#`: out of logs and Referer headers. */
export function ResetPassword() {
  const { hash } = useLocation();
  // as it was when the page opened: a skip link changes the fragment
  const [token] = useState(() => hash.slice(1));
  return token === '' ? <Dead reason="part" /> : <ResetForm token={token} />;
}
