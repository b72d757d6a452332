import type { Ref } from 'react';
import { DateControl, type DateLimits } from './date-control.tsx';
import { Field, type FieldProps } from './field.tsx';
import { type TypedDateProps, useDateWords, useTypedDate } from './use-typed-date.ts';

export interface DateFieldProps extends Omit<FieldProps, 'children' | 'control'>, TypedDateProps, DateLimits {
  name?: string;
  ref?: Ref<HTMLInputElement>;
  /** For a toolbar: below the field are only short words of a chosen date. */
  isCompact?: boolean;
}

// Otherwise a form would move when the words appear: at the press on its submit button, which would then miss it.
const blankLine = '\u00a0';

/**
 * A labeled date field, typed day first in every language (`parseTypedDate`). Shows the weekday or the age below it, and
 * why a typed text is no date. `value` is `YYYY-MM-DD`.
 */
export function DateField({ value, onChange, onBlur, isBirth = false, ...props }: DateFieldProps) {
  const { name, ref, isCompact = false, min, max, help, error, ...field } = props;
  const typed = useTypedDate({ value, onChange, onBlur, isBirth });
  const wordDate = useDateWords(isBirth);
  const words = typed.day === '' ? undefined : wordDate(typed.day, isCompact ? 'short' : 'long');
  return (
    <Field
      {...field}
      help={words ?? help ?? (isCompact ? undefined : blankLine)}
      error={typed.isInvalid ? typed.problem : error}
    >
      <DateControl typed={typed} name={name} inputRef={ref} min={min} max={max} />
    </Field>
  );
}
