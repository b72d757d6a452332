import { useForm } from 'react-hook-form';
import { useChangePassword, usePublicSettings } from '../../calls/auth.ts';
import { Form, FormActions } from '../../forms/form.tsx';
import { FormField } from '../../forms/form-field.tsx';
import { useShapeResolver } from '../../forms/use-shape-resolver.ts';
import { useSubmit } from '../../forms/use-submit.ts';
import { useText } from '../../text/language.tsx';
import { useToast } from '../../ui/feedback/toast.tsx';
import { PasswordInput } from '../../ui/forms/password-input.tsx';
import { useSession } from './session.tsx';

const loadShape = async () => (await import('./change-password-shape.ts')).passwordChangeForm;

const empty = { currentPassword: '', newPassword: '', confirmPassword: '' };

function usePasswordForm() {
  const { user, medicalCenter, doctor, member, signIn } = useSession();
  const toast = useToast();
  const t = useText('auth');
  const form = useForm({ resolver: useShapeResolver(loadShape), defaultValues: empty, mode: 'onTouched' });
  const submission = useSubmit(form, useChangePassword(), {
    toInput: ({ currentPassword, newPassword }) => ({ body: { currentPassword, newPassword } }),
    faultFields: { invalid_current_password: 'currentPassword' },
    onSuccess: ({ sessionId }) => {
      form.reset(empty);
      // The server ended the old session and created this one for the same user.
      if (user) signIn({ sessionId, user: { ...user, mustChangePassword: false }, medicalCenter, doctor, member });
      toast({ title: t('account.changed'), text: t('account.changedText') });
    },
  });
  return { form, submission };
}

interface ChangePasswordFormProps {
  /** The button's label, instead of "Change password". */
  submit?: string;
  /** Fields as wide as the page, where the form is the page's only content. */
  isLarge?: boolean;
}

/** Changes the user's own password. Every other session of the account ends. */
export function ChangePasswordForm({ submit: label, isLarge = false }: ChangePasswordFormProps) {
  const t = useText('auth');
  const frame = useText('frame');
  const { form, submission } = usePasswordForm();
  const minLength = usePublicSettings().data?.passwordMin;
  return (
    <Form submission={submission} className={isLarge ? undefined : 'md:max-w-105'}>
      <FormField form={form} name="currentPassword" label={t('account.current')}>
        <PasswordInput />
      </FormField>
      <FormField
        form={form}
        name="newPassword"
        label={t('reset.password')}
        help={minLength && t('signup.passwordHelp', { count: minLength })}
      >
        <PasswordInput autoComplete="new-password" />
      </FormField>
      <FormField form={form} name="confirmPassword" label={t('reset.confirm')}>
        <PasswordInput autoComplete="new-password" />
      </FormField>
      <FormActions
        isLarge={isLarge}
        submitLabel={label ?? frame('mustChange.change')}
        busyLabel={t('account.changing')}
        failureTitle={t('reset.failed')}
      >
        <p className="text-small text-ink-muted">{t('account.changeText')}</p>
      </FormActions>
    </Form>
  );
}
