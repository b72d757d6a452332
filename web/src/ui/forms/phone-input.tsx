import type { Ref } from 'react';
import { useUiText } from '../../text/language.tsx';
import { useControl } from './field.tsx';
import { Select } from './select.tsx';

export interface PhonePrefix {
  /** `+30`; unique in the list. */
  prefix: string;
  /** The country's name in the page's language. */
  country: string;
}

export interface PhoneValue {
  prefix: string;
  /** As typed. The form joins and validates prefix and number. */
  number: string;
}

export interface PhoneInputProps {
  value: PhoneValue;
  onChange: (value: PhoneValue) => void;
  prefixes: readonly PhonePrefix[];
  placeholder?: string;
  disabled?: boolean;
  onBlur?: () => void;
  ref?: Ref<HTMLInputElement>;
}

/** Country prefix and number in one field. A pasted number with a plus selects its prefix. */
export function PhoneInput({ value, onChange, prefixes, placeholder, disabled, onBlur, ref }: PhoneInputProps) {
  const t = useUiText();
  const control = useControl();
  const onNumberChange = (text: string) => {
    const digits = text.replace(/[^\d+]/g, '');
    const matchingPrefixes = prefixes.filter(({ prefix }) => digits.startsWith(prefix));
    const longest = matchingPrefixes.sort((one, other) => other.prefix.length - one.prefix.length)[0];
    if (!longest) return onChange({ ...value, number: text });
    return onChange({ prefix: longest.prefix, number: digits.slice(longest.prefix.length) });
  };
  return (
    <div className="flex">
      <Select
        label={t('field.prefix')}
        value={value.prefix}
        onChange={(prefix) => onChange({ ...value, prefix })}
        options={prefixes.map(({ prefix, country }) => ({ value: prefix, label: country, hint: prefix }))}
        displayValue={value.prefix}
        disabled={disabled ?? false}
        className="rounded-r-none border-r-0! figures"
        isStandalone
      />
      <input
        {...control}
        ref={ref}
        type="tel"
        inputMode="tel"
        autoComplete="tel-national"
        disabled={disabled}
        placeholder={placeholder}
        value={value.number}
        onChange={(event) => onNumberChange(event.target.value)}
        onBlur={onBlur}
        className="control min-w-0 flex-1 rounded-l-none figures focus-visible:relative focus-visible:z-1"
      />
    </div>
  );
}
