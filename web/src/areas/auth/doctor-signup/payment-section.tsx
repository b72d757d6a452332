import { Lock } from 'lucide-react';
import { usePublicSettings } from '../../../calls/auth.ts';
import { useFieldError } from '../../../forms/form-field.tsx';
import { CardFields } from '../../../forms/payment-fields.tsx';
import { useText } from '../../../text/language.tsx';
import { FormSection } from '../../../ui/forms/form-section.tsx';
import { SignupAddress, type SignupForm } from './signup-sections.tsx';

/** Says where and when is paid: with a payment provider no card is asked for here. */
function PaysLater({ form }: { form: SignupForm }) {
  const t = useText('auth');
  return (
    <FormSection title={t('signup.payment')}>
      <p className="-mt-3 text-body">{t('signup.provider')}</p>
      <input type="hidden" {...form.register('paysLater', { value: 'yes' })} />
    </FormSection>
  );
}

/** Waits for the settings: fields that are registered and then taken away would get the focus out of their order. */
export function PaymentSection({ form }: { form: SignupForm }) {
  const { data, isPending } = usePublicSettings();
  if (isPending) return null;
  return data?.payments ? <PaysLater form={form} /> : <CardSection form={form} />;
}

/** Shows the fields of the card and billing address. No payment provider is used; the section explains how to pay. */
function CardSection({ form }: { form: SignupForm }) {
  const t = useText('auth');
  const error = useFieldError(form);
  const note = (
    <>
      <Lock size={14} />
      {t('signup.neverReaches')}
    </>
  );
  return (
    <FormSection title={t('signup.payment')} note={note}>
      <p className="-mt-3 text-small text-ink-muted">{t('signup.transfer')}</p>
      <CardFields register={form.register} error={error} />
      <SignupAddress form={form} />
    </FormSection>
  );
}
