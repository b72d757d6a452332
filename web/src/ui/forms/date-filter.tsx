import { useState } from 'react';
import { DateField } from './date-field.tsx';
import type { FieldProps } from './field.tsx';

interface DateFilterProps extends Pick<FieldProps, 'label' | 'error'> {
  value: string;
  onChange: (day: string) => void;
}

const isDayOrEmpty = (value: string) => /^(?:\d{4}-\d\d-\d\d)?$/.test(value);

/** A date field of a list's toolbar. It filters once it is left, not by each year that is typed on the way. */
export function DateFilter({ value, onChange, label, error }: DateFilterProps) {
  const [draft, setDraft] = useState<{ text: string; from: string } | null>(null);
  if (draft !== null && draft.from !== value) setDraft(null); // applied, or changed elsewhere
  const apply = (text: string) => {
    if (isDayOrEmpty(text) && text !== value) onChange(text);
  };
  return (
    <DateField
      label={label}
      error={error}
      value={draft?.text ?? value}
      onChange={(text) => setDraft({ text, from: value })}
      onBlur={apply}
      isCompact
    />
  );
}
