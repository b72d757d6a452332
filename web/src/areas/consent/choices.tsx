import { Check, ChevronDown } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { classes } from '../../lib/classes.ts';
import { type ExamTypeName, examTypeNames } from '../../lib/exam-types.ts';
import { useFormat } from '../../text/format.ts';
import { useText } from '../../text/language.tsx';
import { endDay } from './end-day.ts';

/** Shows a 28 px checkbox in a line that is pressable everywhere. */
export function CheckLine({
  checked,
  onChange,
  title,
  note,
  invalid,
}: {
  checked: boolean;
  onChange: (checked: boolean) => void;
  title: ReactNode;
  note?: ReactNode;
  invalid?: boolean;
}) {
  return (
    <li>
      <label className="flex gap-4 px-4 py-3 has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-focus">
        <input
          type="checkbox"
          checked={checked}
          onChange={(event) => onChange(event.target.checked)}
          aria-invalid={invalid || undefined}
          className="peer sr-only"
        />
        <span
          aria-hidden="true"
          className="flex size-7 shrink-0 items-center justify-center rounded-badge border-[1.5px] border-line-strong bg-surface text-transparent peer-checked:border-primary peer-checked:bg-primary peer-checked:text-on-primary peer-aria-invalid:border-danger"
        >
          <Check size={20} className="stroke-3" />
        </span>
        <span className="min-w-0 flex-1">
          <span className="block font-semibold">{title}</span>
          {note && <span className="block text-prose text-ink-muted">{note}</span>}
        </span>
      </label>
    </li>
  );
}

function RadioTile({
  name,
  checked,
  onChoose,
  title,
  note,
}: {
  name: string;
  checked: boolean;
  onChoose: () => void;
  title: ReactNode;
  note: ReactNode;
}) {
  return (
    <label className="flex items-center gap-1.5 rounded-card border border-line-strong bg-surface p-2 hover:border-ink-muted has-checked:border-primary has-checked:bg-primary-soft has-checked:inset-ring has-checked:inset-ring-primary has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus">
      <input type="radio" name={name} checked={checked} onChange={onChoose} className="peer sr-only" />
      <span
        aria-hidden="true"
        className="group flex size-[1.375rem] shrink-0 items-center justify-center rounded-full border-[1.5px] border-line-strong bg-surface peer-checked:border-primary peer-checked:bg-primary"
      >
        <span className="size-2 rounded-full bg-surface" />
      </span>
      <span className="min-w-0 flex-1">
        <span className="block font-semibold">{title}</span>
        <span className="block text-[0.9375rem]/5.5 text-ink-muted">{note}</span>
      </span>
    </label>
  );
}

/** Shows the link's durations, each with its end date. With `currentEnd`, the first choice keeps that end. */
export function Duration({
  label,
  days,
  value,
  onChange,
  currentEnd,
}: {
  label: string;
  days: readonly number[];
  value: number | null;
  onChange: (days: number | null) => void;
  /** The current last day, `YYYY-MM-DD`. */
  currentEnd?: string;
}) {
  const t = useText('consent');
  const format = useFormat();
  const name = useId();
  const today = new Date();
  return (
    <fieldset className="grid grid-cols-2 gap-3">
      <legend className="sr-only">{label}</legend>
      {currentEnd && (
        <div className="col-span-2 grid">
          <RadioTile
            name={name}
            checked={value === null}
            onChoose={() => onChange(null)}
            title={t('change.keep')}
            note={t('ask.until', { day: format.day(currentEnd) })}
          />
        </div>
      )}
      {days.map((count) => (
        <RadioTile
          key={count}
          name={name}
          checked={value === count}
          onChoose={() => onChange(count)}
          title={t('ask.days', { count })}
          note={t('ask.until', { day: format.day(endDay(today, count)) })}
        />
      ))}
    </fieldset>
  );
}

/** Shows the exam types in a closed section, because most patients allow all of them. */
export function ExamTypeChoice({
  types,
  onChange,
  isMissing,
}: {
  types: readonly ExamTypeName[];
  onChange: (types: ExamTypeName[]) => void;
  isMissing: boolean;
}) {
  const t = useText('consent');
  const isAll = types.length === examTypeNames.length;
  const toggle = (type: ExamTypeName, isWanted: boolean) =>
    onChange(examTypeNames.filter((each) => (each === type ? isWanted : types.includes(each))));
  return (
    <details className="group mt-4" open={isMissing || undefined}>
      <summary className="flex min-h-11 items-center gap-2 rounded-card text-prose text-ink-muted [&::-webkit-details-marker]:hidden">
        <span className="min-w-0 flex-1">
          <span className="block font-semibold text-primary-text">{t('types.narrow')}</span>
          <span className="block">{isAll ? t('types.all') : t('types.some', { count: types.length })}</span>
        </span>
        <ChevronDown size={22} className="group-open:rotate-180" />
      </summary>
      <p className={classes('mt-3 mb-2 text-prose', isMissing ? 'text-danger-text' : 'text-ink-muted')} role="status">
        {t(isMissing ? 'types.choose' : 'types.help')}
      </p>
      <ul className="divide-y divide-line overflow-clip rounded-card border border-line bg-surface">
        {examTypeNames.map((type) => (
          <CheckLine
            key={type}
            checked={types.includes(type)}
            onChange={(isWanted) => toggle(type, isWanted)}
            title={t(`types.name.${type}`)}
            invalid={isMissing}
          />
        ))}
      </ul>
    </details>
  );
}

/** Returns the exam types of the request: null for all types, including future ones. */
export function scopeOf(types: readonly ExamTypeName[]): ExamTypeName[] | null {
  return types.length === examTypeNames.length ? null : [...types];
}
