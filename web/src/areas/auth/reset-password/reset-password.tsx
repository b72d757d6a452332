import { ApiError } from '@medcloud/contract/api-client';
import { screens } from '@medcloud/contract/screens';
import type { Role } from '@medcloud/contract/shapes/accounts';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useLocation } from 'react-router';
import { areaOf, areas } from '../../../app/layout/area.ts';
import { AuthLayout } from '../../../app/layout/auth-layout.tsx';
import { usePublicSettings, useRememberBrowser, useResetPassword } from '../../../calls/auth.ts';
import { Form, FormActions } from '../../../forms/form.tsx';
import { FormField } from '../../../forms/form-field.tsx';
import { useShapeResolver } from '../../../forms/use-shape-resolver.ts';
import { useSubmit } from '../../../forms/use-submit.ts';
import { useText, useUiText } from '../../../text/language.tsx';
import { useFailure } from '../../../text/use-error-message.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { Note } from '../../../ui/feedback/note.tsx';
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

/** Shows the result. `kind`: a new password, or this browser is let in with the old one. */
function ResetConfirmation({ role, kind }: { role: Role; kind: 'done' | 'remembered' }) {
  const t = useText('auth');
  return (
    <ResultScreen
      title={t(`reset.${kind}Title`)}
      lead={t(`reset.${kind}Text`)}
      next={{ to: screens[areas[areaOf(role)].login], label: t('reset.signIn') }}
    />
  );
}

/** Lets this browser sign in with the present password, after others tried many (decision 083). */
function UnchangedPassword({ remember, token }: { remember: ReturnType<typeof useRememberBrowser>; token: string }) {
  const t = useText('auth');
  const failure = useFailure()(remember.error);
  return (
    <section className="mt-8 flex flex-col gap-3 border-t border-line pt-6">
      <h2 className="text-h3">{t('reset.stayTitle')}</h2>
      <p className="text-body text-ink-muted">{t('reset.stayText')}</p>
      {failure !== undefined && (
        <Note variant="danger" title={t('reset.stayFailed')}>
          {failure}
        </Note>
      )}
      <Button
        className="self-start max-sm:w-full"
        busy={remember.isPending}
        busyLabel={t('reset.staying')}
        onClick={() => remember.mutate({ body: { token } })}
      >
        {t('reset.stay')}
      </Button>
    </section>
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
  const remember = useRememberBrowser();
  const isDead = isInvalidLink(reset.error) || isInvalidLink(remember.error);
  const submission = useSubmit(form, reset, {
    toInput: ({ password }) => ({ body: { token, password } }),
    isDiscardable: isDead,
  });
  if (reset.data) return <ResetConfirmation role={reset.data.role} kind="done" />;
  if (remember.data) return <ResetConfirmation role={remember.data.role} kind="remembered" />;
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
      <UnchangedPassword remember={remember} token={token} />
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
