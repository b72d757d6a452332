import { Lock } from 'lucide-react';
import { useController } from 'react-hook-form';
import { useFieldError } from '../../../forms/form-field.tsx';
import { AddressFields, CardFields } from '../../../forms/payment-fields.tsx';
import { useText } from '../../../text/language.tsx';
import { FormSection } from '../../../ui/forms/form-section.tsx';
import type { SignupForm } from './signup-sections.tsx';

/** Shows the fields of the card and billing address. No payment provider is used; the section explains how to pay. */
export function PaymentSection({ form }: { form: SignupForm }) {
  const t = useText('auth');
  const error = useFieldError(form);
  const { field: country } = useController({ control: form.control, name: 'country' });
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
      <AddressFields register={form.register} error={error} country={country} />
    </FormSection>
  );
}
