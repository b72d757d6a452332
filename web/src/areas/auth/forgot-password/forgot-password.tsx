import { screens } from '@medcloud/contract/screens';
import { type ReactNode, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useSearchParams } from 'react-router';
import { AuthLayout } from '../../../app/layout/auth-layout.tsx';
import { useForgotPassword } from '../../../calls/auth.ts';
import { CallFailure } from '../../../calls/client/call-failure.tsx';
import { showServerErrors } from '../../../forms/server-errors.ts';
import { useShape } from '../../../forms/use-shape.ts';
import { authText } from '../../../text/auth.ts';
import { useText } from '../../../text/language.tsx';
import { useSentence } from '../../../text/sentences.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { Field } from '../../../ui/forms/field.tsx';
import { TextInput } from '../../../ui/forms/text-input.tsx';
import { EndScreen } from '../shared/end-screen.tsx';
import { loginOf } from '../shared/forgot-path.ts';

const fetchShape = async () => (await import('@medcloud/contract/shapes/accounts')).forgottenPassword;

function AskForm({ onSent }: { onSent: (email: string) => void }) {
  const t = useText(authText);
  const sentence = useSentence();
  const forgot = useForgotPassword();
  const form = useForm({ resolver: useShape(fetchShape), defaultValues: { email: '' } });
  const submit = form.handleSubmit((body) =>
    forgot.mutate(
      { body },
      { onSuccess: () => onSent(body.email), onError: (error) => void showServerErrors(form, error) },
    ),
  );
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      <CallFailure title={t('forgot.failed')} error={forgot.error} />
      <Field
        label={t('login.email')}
        help={t('forgot.emailHelp')}
        error={sentence(form.formState.errors.email?.message)}
      >
        <TextInput {...form.register('email')} type="email" autoComplete="email" />
      </Field>
      <Button type="submit" variant="primary" size="large" busy={forgot.isPending} busyLabel={t('forgot.submitting')}>
        {t('forgot.submit')}
      </Button>
    </form>
  );
}

/** Asks for a link to choose a new password: centers, doctors and administrators alike (product, smaller rulings). */
export function ForgotPassword() {
  const t = useText(authText);
  const [search] = useSearchParams();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const back = loginOf(search.get('from'));
  const way = { backTo: back, ...(back === screens.home ? {} : { back: t('forgot.back') }) };
  if (sentTo === null)
    return (
      <AuthLayout title={t('forgot.title')} lead={t('forgot.lead')} {...way}>
        <AskForm onSent={setSentTo} />
      </AuthLayout>
    );
  // the same for every address: whether it has an account is said by mail alone
  const strong = (words: ReactNode) => <strong className="font-thing wrap-anywhere text-ink">{words}</strong>;
  return (
    <EndScreen
      title={t('forgot.sentTitle')}
      lead={t.rich('forgot.sentText', { email: sentTo, strong })}
      next={
        <Button size="large" onClick={() => setSentTo(null)}>
          {t('forgot.another')}
        </Button>
      }
      {...way}
    />
  );
}
