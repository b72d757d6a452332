import { screens } from '@medcloud/contract/screens';
import { type ReactNode, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useSearchParams } from 'react-router';
import { AuthLayout } from '../../../app/layout/auth-layout.tsx';
import { useForgotPassword } from '../../../calls/auth.ts';
import { Form, FormActions } from '../../../forms/form.tsx';
import { FormField } from '../../../forms/form-field.tsx';
import { useShapeResolver } from '../../../forms/use-shape-resolver.ts';
import { useSubmit } from '../../../forms/use-submit.ts';
import { useText, useUiText } from '../../../text/language.tsx';
import { Button } from '../../../ui/actions/button.tsx';
import { TextInput } from '../../../ui/forms/text-input.tsx';
import { loginOf } from '../shared/forgot-path.ts';
import { ResultScreen } from '../shared/result-screen.tsx';

const fetchShape = async () => (await import('@medcloud/contract/shapes/accounts')).passwordResetRequest;

function ResetRequestForm({ onSent }: { onSent: (email: string) => void }) {
  const t = useText('auth');
  const ui = useUiText();
  const form = useForm({ resolver: useShapeResolver(fetchShape), defaultValues: { email: '' } });
  const submission = useSubmit(form, useForgotPassword(), {
    toInput: (body) => ({ body }),
    onSuccess: (_reply, { email }) => onSent(email),
    isDiscardable: true,
  });
  return (
    <Form submission={submission}>
      <FormField form={form} name="email" label={ui('field.email')} help={t('forgot.emailHelp')}>
        <TextInput type="email" autoComplete="email" />
      </FormField>
      <FormActions
        isLarge
        submitLabel={t('forgot.submit')}
        busyLabel={t('forgot.submitting')}
        failureTitle={t('forgot.failed')}
      />
    </Form>
  );
}

/** Requests a link to set a new password, for every role (product, other decisions). */
export function ForgotPassword() {
  const t = useText('auth');
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
  // the same for every address: only the email shows whether an account exists
  const strong = (chunks: ReactNode) => <strong className="font-strong wrap-anywhere text-ink">{chunks}</strong>;
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
