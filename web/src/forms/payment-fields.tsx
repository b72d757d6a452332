import { CreditCard } from 'lucide-react';
import type { InputEvent, ReactNode, Ref } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { useLanguage, useText, useUiText } from '../text/language.tsx';
import { Field, type FieldProps } from '../ui/forms/field.tsx';
import { FieldRow } from '../ui/forms/form-section.tsx';
import { Select } from '../ui/forms/select.tsx';
import { TextInput, type TextInputProps } from '../ui/forms/text-input.tsx';
import { formatCardNumber, formatCvv, formatExpiry, formatInPlace } from './card.ts';
import { countries } from './countries.ts';

type CardField = 'cardholderName' | 'cardNumber' | 'expiry' | 'cvv';
type AddressField = 'address' | 'city' | 'postalCode';

interface FormBinding<Name extends string> {
  /** Registers one of these fields in the surrounding form. */
  register: (name: Name) => UseFormRegisterReturn;
  error: (name: Name) => string | undefined;
}

interface BoundFieldProps<Name extends string> extends FormBinding<Name>, Pick<FieldProps, 'label' | 'children'> {
  name: Name;
}

/** A field of any form that has a field of this name, unlike `FormField`, which needs the form itself. */
function BoundField<Name extends string>({ register, error, name, ...field }: BoundFieldProps<Name>) {
  return <Field {...field} error={error(name)} control={register(name)} />;
}

/** Formats digits as they are typed. React calls `onInput` before the form's `onChange`, which reads the result. */
function DigitInput({ format, ...rest }: TextInputProps & { format: (typed: string) => string }) {
  const onInput = (event: InputEvent<HTMLInputElement>) => formatInPlace(event.currentTarget, format);
  return <TextInput inputMode="numeric" className="figures" onInput={onInput} {...rest} />;
}

/**
 * Shows number, expiry and cvv. Only the form's state holds them. `savedLast4` belongs to the stored card, which an
 * empty number keeps.
 */
export function CardFields({ savedLast4, ...form }: FormBinding<CardField> & { savedLast4?: string | undefined }) {
  const t = useText('auth');
  return (
    <>
      <BoundField {...form} name="cardholderName" label={t('signup.cardholder')}>
        <TextInput autoComplete="cc-name" />
      </BoundField>
      <div className="grid gap-x-4 gap-y-5 sm:grid-cols-[3fr_2fr]">
        <BoundField {...form} name="cardNumber" label={t('signup.cardNumber')}>
          <DigitInput
            format={formatCardNumber}
            autoComplete="cc-number"
            placeholder={savedLast4 && `•••• •••• •••• ${savedLast4}`}
            icon={CreditCard}
          />
        </BoundField>
        <FieldRow isTight>
          <BoundField {...form} name="expiry" label={t('signup.expiry')}>
            <DigitInput format={formatExpiry} autoComplete="cc-exp" placeholder={t('signup.expiryHint')} />
          </BoundField>
          <BoundField {...form} name="cvv" label={t('signup.cvv')}>
            <DigitInput format={formatCvv} autoComplete="cc-csc" placeholder="123" />
          </BoundField>
        </FieldRow>
      </div>
    </>
  );
}

interface CountrySelectProps {
  /** Empty until one is chosen. */
  value: string;
  onChange: (country: string) => void;
  onBlur?: () => void;
  ref?: Ref<HTMLSelectElement>;
}

/** Shows no country until one is chosen: what is shown is what is stored. */
function CountrySelect(props: CountrySelectProps) {
  const ui = useUiText();
  const { language } = useLanguage();
  return <Select placeholder={ui('action.choose')} options={countries(language)} {...props} />;
}

/** The country of `AddressFields`. */
export function CountryField({ error, ...country }: CountrySelectProps & { error?: string | undefined }) {
  const t = useText('auth');
  return (
    <Field label={t('signup.country')} error={error}>
      <CountrySelect {...country} />
    </Field>
  );
}

/**
 * Shows the billing address. `children`: the `CountryField`, which registers itself in the form. So the fields are registered
 * in the order in which they are shown, and the first wrong one gets the focus.
 */
export function AddressFields({ children, ...form }: FormBinding<AddressField> & { children: ReactNode }) {
  const t = useText('auth');
  return (
    <>
      <BoundField {...form} name="address" label={t('signup.address')}>
        <TextInput autoComplete="billing street-address" />
      </BoundField>
      <div className="grid gap-x-4 gap-y-5 sm:grid-cols-[3fr_2fr_3fr]">
        <BoundField {...form} name="city" label={t('signup.city')}>
          <TextInput autoComplete="billing address-level2" />
        </BoundField>
        <BoundField {...form} name="postalCode" label={t('signup.postalCode')}>
          <TextInput autoComplete="billing postal-code" />
        </BoundField>
        {children}
      </div>
    </>
  );
}
