import { useMemo } from 'react';
import { adminSize, planSize, terabytes, transferRate, transferred, wholeMegabytes } from '../lib/bytes.ts';
import {
  showClock,
  showDate,
  showDateTime,
  showDay,
  showExact,
  showLongDay,
  showTime,
  showZone,
} from '../lib/dates.ts';
import { doctorName, type PersonName } from '../lib/names.ts';
import { showEuros, showNumber, showWholeEuros } from '../lib/numbers.ts';
import { distance } from '../lib/relative.ts';
import { useLanguage } from './language.tsx';

/** Dates, sizes, names and amounts as the language in force writes them. Moments are ISO texts or dates, days `YYYY-MM-DD`. */
export function useFormat() {
  const { language, common: t } = useLanguage();
  return useMemo(
    () => ({
      date: (moment: string | Date) => showDate(moment, language),
      dateTime: (moment: string | Date) => showDateTime(moment, language),
      time: (moment: string | Date) => showTime(moment),
      clock: (moment: string | Date) => showClock(moment),
      exact: (moment: string | Date) => showExact(moment, language),
      day: (day: string) => showDay(day, language),
      zone: (timeZone: string) => showZone(timeZone, language),
      longDay: (day: string) => showLongDay(day, language),
      relative: (moment: string | Date, now: number) => {
        const { unit, count, ahead } = distance(new Date(moment).getTime(), now);
        return t(ahead ? `ahead.${unit}` : `ago.${unit}`, { count });
      },
      megabytes: (bytes: number) => wholeMegabytes(bytes, language),
      size: (bytes: number) => adminSize(bytes, language),
      planSize: (bytes: number) => planSize(bytes, language),
      terabytes: (bytes: number) => terabytes(bytes, language),
      rate: (bytesPerSecond: number) => transferRate(bytesPerSecond, language),
      transferred: (done: number, total: number) => t('progress.of', transferred(done, total, language)),
      number: (value: number) => showNumber(value, language),
      euros: (cents: number) => showEuros(cents, language),
      wholeEuros: (cents: number) => showWholeEuros(cents, language),
      doctor: (person: PersonName) => doctorName(person, language),
    }),
    [language, t],
  );
}
