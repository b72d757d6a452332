import { screens } from '@medcloud/contract/screens';
import { type ReactNode, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useSearchParams } from 'react-router';
import { AuthLayout } from '../../../app/layout/auth-layout.tsx';
import { useForgotPassword } from '../../../calls/auth.ts';
import { ApiErrorMessage } from '../../../calls/client/api-error-message.tsx';
import { showServerErrors } from '../../../forms/server-errors.ts';
import { useShapeResolver } from '../../../forms/use-shape-resolver.ts';
import { authText } from '../../../text/auth.ts';
import { useText } from '../../../text/language.tsx';
import { useErrorMessage } from '../../../text/use-error-message.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { Field } from '../../../ui/forms/field.tsx';
import { TextInput } from '../../../ui/forms/text-input.tsx';
import { loginOf } from '../shared/forgot-path.ts';
import { ResultScreen } from '../shared/result-screen.tsx';

const fetchShape = async () => (await import('@medcloud/contract/shapes/accounts')).passwordResetRequest;

function ResetRequestForm({ onSent }: { onSent: (email: string) => void }) {
  const t = useText(authText);
  const errorMessage = useErrorMessage();
  const mutation = useForgotPassword();
  const form = useForm({ resolver: useShapeResolver(fetchShape), defaultValues: { email: '' } });
  const submit = form.handleSubmit((body) =>
    mutation.mutate(
      { body },
      { onSuccess: () => onSent(body.email), onError: (error) => void showServerErrors(form, error) },
    ),
  );
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      <ApiErrorMessage title={t('forgot.failed')} error={mutation.error} />
      <Field
        label={t('login.email')}
        help={t('forgot.emailHelp')}
        error={errorMessage(form.formState.errors.email?.message)}
      >
        <TextInput {...form.register('email')} type="email" autoComplete="email" />
      </Field>
      <Button type="submit" variant="primary" size="large" busy={mutation.isPending} busyLabel={t('forgot.submitting')}>
        {t('forgot.submit')}
      </Button>
    </form>
  );
}

/** Requests a link to set a new password, for every role (product, smaller rulings). */
export function ForgotPassword() {
  const t = useText(authText);
  const [search] = useSearchParams();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const back = loginOf(search.get('from'));
  const backProps = { backTo: back, ...(back === screens.home ? {} : { back: t('forgot.back') }) };
  if (sentTo === null)
    return (
      <AuthLayout title={t('forgot.title')} lead={t('forgot.lead')} {...backProps}>
        <ResetRequestForm onSent={setSentTo} />
      </AuthLayout>
    );
  // the same for every address: only the e-mail shows whether an account exists
  const strong = (chunks: ReactNode) => <strong className="font-thing wrap-anywhere text-ink">{chunks}</strong>;
  return (
    <ResultScreen
      title={t('forgot.sentTitle')}
      lead={t.rich('forgot.sentText', { email: sentTo, strong })}
      next={
        <Button size="large" onClick={() => setSentTo(null)}>
          {t('forgot.another')}
        </Button>
      }
      {...backProps}
    />
  );
}
