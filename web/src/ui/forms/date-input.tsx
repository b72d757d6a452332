import { type ComponentProps, type FocusEvent, type FormEvent, useState } from 'react';
import { classes } from '../../lib/classes.ts';
import { useFormat } from '../../text/format.ts';
import { useLanguage } from '../../text/language.tsx';
import { useControl } from './field.tsx';

/** The field's current value while it has the focus, otherwise empty. */
function useEditedDay() {
  const [day, setDay] = useState('');
  return {
    day,
    updateDay: (event: FocusEvent<HTMLInputElement> | FormEvent<HTMLInputElement>) => setDay(event.currentTarget.value),
    clearDay: () => setDay(''),
  };
}

/**
 * The browser's date field, with `YYYY-MM-DD` as value. Browsers format it in their own language, not the page's, so
 * 03/04 is ambiguous. If the two languages differ, the day appears in words above the field while it is edited.
 * `hasTime` makes it a field of day and time, `YYYY-MM-DDTHH:MM`.
 */
export function DateInput({ className, hasTime = false, ...rest }: ComponentProps<'input'> & { hasTime?: boolean }) {
  const { onBlur, ...input } = { ...useControl(), ...rest };
  const format = useFormat();
  const { language } = useLanguage();
  const { day, updateDay, clearDay } = useEditedDay();
  const isForeign = !navigator.language.startsWith(language);
  return (
    <span className={classes('relative block', className)}>
      <input
        {...input}
        type={hasTime ? 'datetime-local' : 'date'}
        lang={language}
        onFocus={updateDay}
        onInput={updateDay}
        onBlur={(event) => {
          clearDay();
          onBlur?.(event);
        }}
        className="control date-control figures"
      />
      {isForeign && day !== '' && (
        <span className="pointer-events-none absolute right-0 bottom-full z-10 mb-1 animate-fade rounded-badge bg-tooltip px-2 py-1 text-small whitespace-nowrap text-on-tooltip">
          {[format.longDay(day.slice(0, 10)), day.slice(11)].filter(Boolean).join(', ')}
        </span>
      )}
    </span>
  );
}
