import { type ComponentProps, type FocusEvent, type FormEvent, useState } from 'react';
import { classes } from '../../lib/classes.ts';
import { useFormat } from '../../text/format.ts';
import { useLanguage } from '../../text/language.tsx';
import { useControl } from './field.tsx';

/** The day that is being chosen, while the field has the focus. */
function useEditedDay() {
  const [day, setDay] = useState('');
  return {
    day,
    updateDay: (event: FocusEvent<HTMLInputElement> | FormEvent<HTMLInputElement>) => setDay(event.currentTarget.value),
    clearDay: () => setDay(''),
  };
}

/**
 * The browser's own date field: `YYYY-MM-DD` in and out. Browsers write it in their own language, whatever that of the
 * page, so that 03/04 may be either day: where the two differ, the day stands above it in words while it is chosen.
 */
export function DateInput({ className, onBlur, ...rest }: ComponentProps<'input'>) {
  const format = useFormat();
  const { language } = useLanguage();
  const { day, updateDay, clearDay } = useEditedDay();
  const isForeign = !navigator.language.startsWith(language);
  return (
    <span className={classes('relative block', className)}>
      <input
        {...useControl()}
        {...rest}
        type="date"
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
          {format.longDay(day)}
        </span>
      )}
    </span>
  );
}
