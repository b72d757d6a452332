import type { Language } from '@medcloud/contract/languages';
import { useMemo } from 'react';
import {
  formatMegabytes,
  formatPlanSize,
  formatSize,
  formatTerabytes,
  formatTransferRate,
  formatTransferred,
} from '../lib/bytes.ts';
import {
  formatClock,
  formatDate,
  formatDateTime,
  formatDay,
  formatExact,
  formatLongDay,
  formatTime,
  formatZone,
} from '../lib/dates.ts';
import { languageName } from '../lib/languages.ts';
import { doctorName, type PersonName } from '../lib/names.ts';
import { formatEuros, formatNumber, formatPrice } from '../lib/numbers.ts';
import { timeDistance } from '../lib/relative.ts';
import { useLanguage, useUiText } from './language.tsx';

/** Returns formatters for the current language. Moments are ISO 8601 strings or `Date`, days are `YYYY-MM-DD`. */
export function useFormat() {
  const { language } = useLanguage();
  const t = useUiText();
  return useMemo(
    () => ({
      date: (moment: string | Date) => formatDate(moment, language),
      dateTime: (moment: string | Date) => formatDateTime(moment, language),
      time: (moment: string | Date) => formatTime(moment),
      clock: (moment: string | Date) => formatClock(moment),
      exact: (moment: string | Date) => formatExact(moment, language),
      day: (day: string) => formatDay(day, language),
      zone: (timeZone: string) => formatZone(timeZone, language),
      longDay: (day: string) => formatLongDay(day, language),
      relative: (moment: string | Date, now: number) => {
        const { unit, count, isAhead } = timeDistance(new Date(moment).getTime(), now);
        return t(isAhead ? `ahead.${unit}` : `ago.${unit}`, { count });
      },
      megabytes: (bytes: number) => formatMegabytes(bytes, language),
      size: (bytes: number) => formatSize(bytes, language),
      planSize: (bytes: number) => formatPlanSize(bytes, language),
      terabytes: (bytes: number) => formatTerabytes(bytes, language),
      rate: (bytesPerSecond: number) => formatTransferRate(bytesPerSecond, language),
      transferred: (done: number, total: number) => t('progress.of', formatTransferred(done, total, language)),
      number: (value: number) => formatNumber(value, language),
      euros: (cents: number) => formatEuros(cents, language),
      price: (cents: number) => formatPrice(cents, language),
      language: (one: Language) => languageName(one, language),
      doctor: (person: PersonName) => doctorName(person, t),
    }),
    [language, t],
  );
}
