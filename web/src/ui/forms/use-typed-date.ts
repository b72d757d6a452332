import { startTransition, useState } from 'react';
import { dayOf, yearsBetween } from '../../lib/dates.ts';
import { formatFullDay, formatMonth } from '../../lib/typed-date/format-full-day.ts';
import { type DateProblem, formatTypedDate, parseTypedDate } from '../../lib/typed-date/parse-typed-date.ts';
import { useLanguage, useText } from '../../text/language.tsx';

export interface TypedDateProps {
  /** `YYYY-MM-DD`, empty, or a typed text that is no date. */
  value: string;
  /** Receives `YYYY-MM-DD`, or the text while it is no date, which a form's shape rejects. */
  onChange: (value: string) => void;
  /** The field was left, Enter was pressed or a day was chosen in the calendar. */
  onBlur?: ((value: string) => void) | undefined;
  /** A date of birth: a year of two digits is in the past, and the age is shown. */
  isBirth?: boolean | undefined;
}

/** Returns a function that words why a text is no date. */
function useDateProblem(): (problem: DateProblem) => string {
  const t = useText('data/dates.problem');
  const { language } = useLanguage();
  return (problem) => {
    switch (problem.code) {
      case 'noDay':
        return t('noDay', { day: String(problem.day) });
      case 'noMonth':
        return t('noMonth', { month: String(problem.month) });
      case 'shortMonth': {
        const month = formatMonth(`${problem.year}-${String(problem.month).padStart(2, '0')}-01`, language);
        return t('shortMonth', { month, days: String(problem.days) });
      }
      default:
        return t(problem.code);
    }
  };
}

/** Returns a function that words a day: with its weekday, or for a date of birth with the age. */
export function useDateWords(isBirth: boolean): (day: string, width?: 'long' | 'short') => string {
  const t = useText('data/dates');
  const { language } = useLanguage();
  return (day, width) => {
    const words = formatFullDay(day, language, width);
    const years = yearsBetween(day, dayOf(new Date()));
    return isBirth && years >= 0 ? t('age', { day: words, years }) : words;
  };
}

/**
 * Holds the text of a date field: as typed until the field is left, then `DD/MM/YYYY`. `problem` is undefined while one
 * types.
 */
export function useTypedDate({ value, onChange, onBlur, isBirth = false }: TypedDateProps) {
  const wordProblem = useDateProblem();
  const [draft, setDraft] = useState<{ text: string; value: string } | null>(null);
  const options = { isBirth, today: dayOf(new Date()) };
  const typedText = draft?.value === value ? draft.text : undefined; // a form may set another value meanwhile
  const { day = '', problem } = parseTypedDate(value, options);
  const type = (text: string) => {
    const next = parseTypedDate(text, options).day ?? text;
    setDraft({ text, value: next });
    onChange(next);
  };
  // Not before the next element has the focus: a dialog takes the focus itself if an element, such as a text of the
  // field's note, is removed while none has it.
  const endTyping = () => startTransition(() => setDraft(null));
  const leave = () => {
    endTyping();
    onBlur?.(value);
  };
  const choose = (chosen: string) => {
    setDraft(null);
    onChange(chosen);
    onBlur?.(chosen);
  };
  const isTyping = typedText !== undefined;
  return {
    text: typedText ?? (problem ? value : formatTypedDate(day)),
    day,
    isInvalid: problem !== undefined,
    problem: problem && !isTyping ? wordProblem(problem) : undefined,
    type,
    endTyping,
    leave,
    choose,
  };
}

export type TypedDateState = ReturnType<typeof useTypedDate>;
