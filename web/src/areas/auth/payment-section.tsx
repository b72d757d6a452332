import { CreditCard, Lock } from 'lucide-react';
import type { ChangeEvent } from 'react';
import { Controller } from 'react-hook-form';
import { formatCardNumber, formatCvv, formatExpiry, formatInPlace } from '../../forms/card.ts';
import { authText } from '../../text/auth.ts';
import { useLanguage, useText } from '../../text/language.tsx';
import { Field } from '../../ui/field.tsx';
import { FieldRow, FormSection } from '../../ui/form-section.tsx';
import { Select } from '../../ui/select.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { countries, presetCountry } from './signup-form.ts';
import { type SignupForm, useFieldError } from './signup-sections.tsx';

/** Registers a field whose digits are grouped while they are typed. */
function registerDigits(form: SignupForm, name: 'cardNumber' | 'expiry' | 'cvv', format: (typed: string) => string) {
  const field = form.register(name);
  return {
    ...field,
    inputMode: 'numeric' as const,
    onChange: (event: ChangeEvent<HTMLInputElement>) => {
      formatInPlace(event.currentTarget, format);
      return field.onChange(event);
    },
  };
}

/** Number, expiry and cvv: they live in this form's state, and are forgotten with it. */
function CardFields({ form }: { form: SignupForm }) {
  const t = useText(authText);
  const error = useFieldError(form);
  return (
    <>
      <Field label={t('signup.cardholder')} error={error('cardholderName')}>
        <TextInput {...form.register('cardholderName')} autoComplete="cc-name" />
      </Field>
      <div className="grid gap-x-4 gap-y-5 sm:grid-cols-[3fr_2fr]">
        <Field label={t('signup.cardNumber')} error={error('cardNumber')}>
          <TextInput
            {...registerDigits(form, 'cardNumber', formatCardNumber)}
            autoComplete="cc-number"
            icon={CreditCard}
            className="figures"
          />
        </Field>
        <FieldRow tight>
          <Field label={t('signup.expiry')} error={error('expiry')}>
            <TextInput
              {...registerDigits(form, 'expiry', formatExpiry)}
              autoComplete="cc-exp"
              placeholder={t('signup.expiryHint')}
              className="figures"
            />
          </Field>
          <Field label={t('signup.cvv')} error={error('cvv')}>
            <TextInput
              {...registerDigits(form, 'cvv', formatCvv)}
              autoComplete="cc-csc"
              placeholder="123"
              className="figures"
            />
          </Field>
        </FieldRow>
      </div>
    </>
  );
}

function CountryField({ form }: { form: SignupForm }) {
  const t = useText(authText);
  const { language } = useLanguage();
  const options = [...countries(language), { value: 'Other', label: t('signup.otherCountry') }];
  return (
    <Field label={t('signup.country')}>
      <Controller
        control={form.control}
        name="country"
        render={({ field: { value, onChange, onBlur, ref } }) => (
          <Select
            value={value || presetCountry(language)}
            onChange={onChange}
            onBlur={onBlur}
            ref={ref}
            options={options}
          />
        )}
      />
    </Field>
  );
}

function AddressFields({ form }: { form: SignupForm }) {
  const t = useText(authText);
  const error = useFieldError(form);
  return (
    <>
      <Field label={t('signup.address')} error={error('address')}>
        <TextInput {...form.register('address')} autoComplete="billing street-address" />
      </Field>
      <div className="grid gap-x-4 gap-y-5 sm:grid-cols-[3fr_2fr_3fr]">
        <Field label={t('signup.city')} error={error('city')}>
          <TextInput {...form.register('city')} autoComplete="billing address-level2" />
        </Field>
        <Field label={t('signup.postalCode')} error={error('postalCode')}>
          <TextInput {...form.register('postalCode')} autoComplete="billing postal-code" />
        </Field>
        <CountryField form={form} />
      </div>
    </>
  );
}

/** The card and its address. No provider takes the payment: the section says how it is paid. */
export function PaymentSection({ form }: { form: SignupForm }) {
  const t = useText(authText);
  const note = (
    <>
      <Lock size={14} />
      {t('signup.neverReaches')}
    </>
  );
  return (
    <FormSection title={t('signup.payment')} note={note}>
      <p className="-mt-3 text-small text-ink-muted">{t('signup.transfer')}</p>
      <CardFields form={form} />
      <AddressFields form={form} />
    </FormSection>
  );
}
