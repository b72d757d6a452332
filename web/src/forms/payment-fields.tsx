import { CreditCard } from 'lucide-react';
import type { ChangeEvent, Ref } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { authText } from '../text/auth.ts';
import { useLanguage, useText } from '../text/language.tsx';
import { Field } from '../ui/forms/field.tsx';
import { FieldRow } from '../ui/forms/form-section.tsx';
import { Select } from '../ui/forms/select.tsx';
import { TextInput } from '../ui/forms/text-input.tsx';
import { formatCardNumber, formatCvv, formatExpiry, formatInPlace } from './card.ts';
import { countries, presetCountry } from './countries.ts';

type CardField = 'cardholderName' | 'cardNumber' | 'expiry' | 'cvv';
type AddressField = 'address' | 'city' | 'postalCode';

interface FormBinding<Name extends string> {
  /** Registers one of these fields in the surrounding form. */
  register: (name: Name) => UseFormRegisterReturn;
  error: (name: Name) => string | undefined;
}

/** Adds formatting while typing to a numeric field. */
function withDigitFormat(field: UseFormRegisterReturn, format: (typed: string) => string) {
  return {
    ...field,
    inputMode: 'numeric' as const,
    onChange: (event: ChangeEvent<HTMLInputElement>) => {
      formatInPlace(event.currentTarget, format);
      return field.onChange(event);
    },
  };
}

/**
 * Shows number, expiry and cvv. Only the form's state holds them. `savedLast4` belongs to the stored card, which an
 * empty number keeps.
 */
export function CardFields({
  register,
  error,
  savedLast4,
}: FormBinding<CardField> & { savedLast4?: string | undefined }) {
  const t = useText(authText);
  return (
    <>
      <Field label={t('signup.cardholder')} error={error('cardholderName')}>
        <TextInput {...register('cardholderName')} autoComplete="cc-name" />
      </Field>
      <div className="grid gap-x-4 gap-y-5 sm:grid-cols-[3fr_2fr]">
        <Field label={t('signup.cardNumber')} error={error('cardNumber')}>
          <TextInput
            {...withDigitFormat(register('cardNumber'), formatCardNumber)}
            autoComplete="cc-number"
            {...(savedLast4 ? { placeholder: `•••• •••• •••• ${savedLast4}` } : {})}
            icon={CreditCard}
            className="figures"
          />
        </Field>
        <FieldRow tight>
          <Field label={t('signup.expiry')} error={error('expiry')}>
            <TextInput
              {...withDigitFormat(register('expiry'), formatExpiry)}
              autoComplete="cc-exp"
              placeholder={t('signup.expiryHint')}
              className="figures"
            />
          </Field>
          <Field label={t('signup.cvv')} error={error('cvv')}>
            <TextInput
              {...withDigitFormat(register('cvv'), formatCvv)}
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

interface CountrySelectProps {
  /** Empty while the language's preset applies. */
  value: string;
  onChange: (country: string) => void;
  onBlur?: () => void;
  ref?: Ref<HTMLButtonElement>;
}

function CountrySelect({ value, ...rest }: CountrySelectProps) {
  const t = useText(authText);
  const { language } = useLanguage();
  const options = [...countries(language), { value: 'Other', label: t('signup.otherCountry') }];
  return <Select value={value || presetCountry(language)} options={options} {...rest} />;
}

/** Shows the billing address. */
export function AddressFields({
  register,
  error,
  country,
}: FormBinding<AddressField> & { country: CountrySelectProps }) {
  const t = useText(authText);
  return (
    <>
      <Field label={t('signup.address')} error={error('address')}>
        <TextInput {...register('address')} autoComplete="billing street-address" />
      </Field>
      <div className="grid gap-x-4 gap-y-5 sm:grid-cols-[3fr_2fr_3fr]">
        <Field label={t('signup.city')} error={error('city')}>
          <TextInput {...register('city')} autoComplete="billing address-level2" />
        </Field>
        <Field label={t('signup.postalCode')} error={error('postalCode')}>
          <TextInput {...register('postalCode')} autoComplete="billing postal-code" />
        </Field>
        <Field label={t('signup.country')}>
          <CountrySelect {...country} />
        </Field>
      </div>
    </>
  );
}
