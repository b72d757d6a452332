import { ChevronLeft, ChevronRight } from 'lucide-react';
import { addMonths, clampDay } from '../../../lib/typed-date/calendar-days.ts';
import { listMonthNames } from '../../../lib/typed-date/format-full-day.ts';
import { useLanguage, useText } from '../../../text/language.tsx';
import { IconButton } from '../../actions/icon-button.tsx';
import { Select } from '../select.tsx';

interface MonthHeaderProps {
  /** A day of the shown month. */
  day: string;
  min: string;
  max: string;
  onMove: (day: string) => void;
}

/** Chooses month and year of the calendar. */
export function MonthHeader({ day, min, max, onMove }: MonthHeaderProps) {
  const t = useText('data/dates.calendar');
  const { language } = useLanguage();
  const [year, month] = [Number(day.slice(0, 4)), Number(day.slice(5, 7))];
  const move = (months: number) => onMove(clampDay(addMonths(day, months), min, max));
  const months = listMonthNames(language).map((label, index) => ({ value: String(index + 1), label }));
  const firstYear = Number(min.slice(0, 4));
  const years = Array.from({ length: Number(max.slice(0, 4)) - firstYear + 1 }, (_, index) =>
    String(firstYear + index),
  );
  return (
    <div className="flex items-center gap-1">
      <IconButton
        icon={ChevronLeft}
        label={t('previous')}
        hasTooltip={false}
        onClick={() => move(-1)}
        disabled={day.slice(0, 7) === min.slice(0, 7)}
      />
      <Select
        label={t('month')}
        value={String(month)}
        onChange={(next) => move(Number(next) - month)}
        options={months}
        className="min-w-0 flex-1"
        isStandalone
      />
      <Select
        label={t('year')}
        value={String(year)}
        onChange={(next) => move((Number(next) - year) * 12)}
        options={years.map((value) => ({ value, label: value }))}
        className="w-25! shrink-0 figures"
        isStandalone
      />
      <IconButton
        icon={ChevronRight}
        label={t('next')}
        hasTooltip={false}
        onClick={() => move(1)}
        disabled={day.slice(0, 7) === max.slice(0, 7)}
      />
    </div>
  );
}
