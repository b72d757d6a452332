import { type Ref, useState } from 'react';
import { parseTypedTime } from '../../lib/typed-date/parse-typed-time.ts';
import { useText } from '../../text/language.tsx';
import { DateControl } from './date-control.tsx';
import { Field, type FieldProps, useControl } from './field.tsx';
import { useDateWords, useTypedDate } from './use-typed-date.ts';

export interface DateTimeFieldProps extends Omit<FieldProps, 'children' | 'control'> {
  /** `YYYY-MM-DDTHH:MM` in the user's zone, empty, or a text that is no date or has no time. */
  value: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
  name?: string;
  ref?: Ref<HTMLInputElement>;
}

const joinDateAndTime = (day: string, time: string) => (day === '' && time === '' ? '' : `${day}T${time}`);

/** Splits at the last T: the text before it may be a typed month, such as `3 OCT`. */
function splitDateAndTime(value: string): [day: string, time: string] {
  const end = value.lastIndexOf('T');
  return end === -1 ? [value, ''] : [value.slice(0, end), value.slice(end + 1)];
}

interface TimeInputProps {
  /** `HH:MM`, empty, or a typed text that is no time. */
  value: string;
  onChange: (value: string) => void;
  onBlur: (() => void) | undefined;
}

/** The time of the field, with 24 hours in every browser. Described by the field's label. */
function TimeInput({ value, onChange, onBlur }: TimeInputProps) {
  const t = useText('data/dates');
  const { id, 'aria-invalid': isInvalid } = useControl();
  const [draft, setDraft] = useState<{ text: string; value: string } | null>(null);
  const type = (text: string) => {
    const plain = text.replace(/[^\d:.;,· ]/g, ''); // no T, at which date and time are split
    const next = parseTypedTime(plain) ?? plain;
    setDraft({ text: plain, value: next });
    onChange(next);
  };
  const leave = () => {
    setDraft(null);
    onBlur?.();
  };
  return (
    <input
      type="text"
      inputMode="decimal"
      autoComplete="off"
      aria-label={t('time')}
      aria-describedby={`${id}-label`}
      aria-invalid={isInvalid}
      placeholder={t('timeHint')}
      value={draft?.value === value ? draft.text : value}
      onChange={(event) => type(event.target.value)}
      onBlur={leave}
      className="control w-20! shrink-0 figures"
    />
  );
}

/** Returns the name of the text of what the field lacks, for its error. */
function findMissing(day: string, time: string): 'dayMissing' | 'timeMissing' | 'noTime' | undefined {
  if (time !== '' && parseTypedTime(time) === undefined) return 'noTime';
  if ((day === '') === (time === '')) return undefined;
  return day === '' ? 'dayMissing' : 'timeMissing';
}

/** A labeled date field (`DateField`) with the time beside it. */
export function DateTimeField({ value, onChange, onBlur, name, ref, help, error, ...field }: DateTimeFieldProps) {
  const t = useText('data/dates');
  const [day, time] = splitDateAndTime(value);
  const wordDate = useDateWords(false);
  const typed = useTypedDate({
    value: day,
    onChange: (next) => onChange(joinDateAndTime(next, time)),
    onBlur: () => onBlur?.(),
  });
  const missing = findMissing(day, time);
  const words = typed.day === '' ? undefined : wordDate(typed.day);
  return (
    <Field
      {...field}
      help={words ?? help ?? '\u00a0'}
      error={typed.isInvalid ? typed.problem : error && (missing ? t(`problem.${missing}`) : error)}
    >
      <div className="flex gap-2">
        <DateControl typed={typed} name={name} inputRef={ref} className="min-w-0 flex-1" />
        <TimeInput value={time} onChange={(next) => onChange(joinDateAndTime(day, next))} onBlur={onBlur} />
      </div>
    </Field>
  );
}
