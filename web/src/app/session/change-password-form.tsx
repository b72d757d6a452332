import { ApiError } from '@medcloud/contract/api-client';
import { useForm } from 'react-hook-form';
import { useChangePassword, usePublicSettings } from '../../calls/auth.ts';
import { showServerErrors } from '../../forms/server-errors.ts';
import { useShapeResolver } from '../../forms/use-shape-resolver.ts';
import { classes } from '../../lib/classes.ts';
import { authText } from '../../text/auth.ts';
import { useText, useUiText } from '../../text/language.tsx';
import { useErrorMessage } from '../../text/use-error-message.ts';
import { Button } from '../../ui/actions/button.tsx';
import { Note } from '../../ui/feedback/note.tsx';
import { useToast } from '../../ui/feedback/toast.tsx';
import { Field } from '../../ui/forms/field.tsx';
import { PasswordInput } from '../../ui/forms/password-input.tsx';
import { useSession } from './session.tsx';

const loadShape = async () => (await import('./change-password-shape.ts')).passwordChangeForm;

const empty = { currentPassword: '', newPassword: '', confirmPassword: '' };

function usePasswordForm() {
  const { user, medicalCenter, doctor, signIn } = useSession();
  const toast = useToast();
  const t = useText(authText);
  const change = useChangePassword();
  const form = useForm({ resolver: useShapeResolver(loadShape), defaultValues: empty, mode: 'onTouched' });
  const onChanged = ({ sessionId }: { sessionId: string }) => {
    form.reset(empty);
    // The server ended the old session and created this one for the same user.
    if (user) signIn({ sessionId, user: { ...user, mustChangePassword: false }, medicalCenter, doctor });
    toast({ title: t('account.changed'), text: t('account.changedText') });
  };
  const onRejected = (error: Error) => {
    if (showServerErrors(form, error)) return;
    if (error instanceof ApiError && error.code === 'invalid_current_password') {
      form.setError('currentPassword', { type: 'server', message: error.userMessage }, { shouldFocus: true });
    }
  };
  const submit = form.handleSubmit(({ currentPassword, newPassword }) =>
    change.mutate({ body: { currentPassword, newPassword } }, { onSuccess: onChanged, onError: onRejected }),
  );
  return { form, change, submit };
}

/** Shows errors that belong to no field: too many attempts, or no response. */
function FormErrorMessage({ error }: { error: Error | null }) {
  const t = useText(authText);
  const ui = useUiText();
  const errorMessage = useErrorMessage();
  if (error === null) return null;
  if (error instanceof ApiError && error.status === 400) return null;
  return (
    <Note variant="danger" title={t('account.failed')}>
      {error instanceof ApiError ? errorMessage(error.userMessage) : ui('error.noAnswer')}
    </Note>
  );
}

interface ChangePasswordFormProps {
  /** The button's label, instead of "Change password". */
  submit?: string;
  /** Fields as wide as the page, where the form is the page's only content. */
  large?: boolean;
}

/** Changes the user's own password. Every other session of the account ends. */
export function ChangePasswordForm({ submit: label, large }: ChangePasswordFormProps) {
  const t = useText(authText);
  const errorMessage = useErrorMessage();
  const { form, change, submit } = usePasswordForm();
  const minLength = usePublicSettings().data?.passwordMin;
  const { errors } = form.formState;
  return (
    <form noValidate onSubmit={submit} className={classes('flex flex-col gap-5', !large && 'md:max-w-105')}>
      <FormErrorMessage error={change.error} />
      <Field label={t('account.current')} error={errorMessage(errors.currentPassword?.message)}>
        <PasswordInput {...form.register('currentPassword')} />
      </Field>
      <Field
        label={t('account.fresh')}
        error={errorMessage(errors.newPassword?.message)}
        help={minLength && t('signup.passwordHelp', { count: minLength })}
      >
        <PasswordInput {...form.register('newPassword')} autoComplete="new-password" />
      </Field>
      <Field label={t('account.confirm')} error={errorMessage(errors.confirmPassword?.message)}>
        <PasswordInput {...form.register('confirmPassword')} autoComplete="new-password" />
      </Field>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button
          type="submit"
          variant="primary"
          size={large ? 'large' : 'normal'}
          busy={change.isPending}
          busyLabel={t('account.changing')}
        >
          {label ?? t('account.change')}
        </Button>
        <p className="text-small text-ink-muted">{t('account.changeText')}</p>
      </div>
    </form>
  );
}
