import { sentences } from '@medcloud/contract/sentences';
import { type ExamType, examTypes } from '@medcloud/contract/shapes/exams';
import { X } from 'lucide-react';
import { useSearchParams } from 'react-router';
import { useUrlText, withParam } from '../../app/url-text.ts';
import { classes } from '../../kit/classes.ts';
import { centerText } from '../../text/center.ts';
import { useText, useUiText } from '../../text/language.tsx';
import { useSentence } from '../../text/sentences.ts';
import { Button } from '../../ui/button.tsx';
import { DateInput } from '../../ui/date-input.tsx';
import { Field } from '../../ui/field.tsx';
import { SearchBox } from '../../ui/search-box.tsx';
import { Select } from '../../ui/select.tsx';
import { endsBeforeStart, historyFilters, isFiltered } from './history-filters.ts';

function TypeFilter({ value, onChange }: { value: ExamType | ''; onChange: (type: string) => void }) {
  const t = useText(centerText);
  const ui = useUiText();
  const options = examTypes.map((type) => ({ value: type, label: ui(`examType.${type}`) }));
  return (
    <Field label={t('history.type')}>
      <Select<ExamType | 'all'>
        value={value === '' ? 'all' : value}
        onChange={(type) => onChange(type === 'all' ? '' : type)}
        options={[{ value: 'all', label: t('history.allTypes') }, ...options]}
      />
    </Field>
  );
}

/** Takes every filter out of the address and leaves the rest of it. */
export function useClearFilters(): () => void {
  const [, setParams] = useSearchParams();
  return () =>
    setParams(
      (before) =>
        ['dateFrom', 'dateTo', 'examType', 'patientSearch'].reduce(
          (params, name) => withParam(params, name, ''),
          before,
        ),
      { replace: true },
    );
}

/** Date from, date to, exam type, patient: each kept in the address, so that going back finds the list as it was. */
export function HistoryFilterBar() {
  const t = useText(centerText);
  const ui = useUiText();
  const sentence = useSentence();
  const [params, setParams] = useSearchParams();
  const patient = useUrlText('patientSearch');
  const clear = useClearFilters();
  const filters = historyFilters(params);
  const set = (name: string, value: string) => setParams((before) => withParam(before, name, value), { replace: true });
  const filtered = isFiltered(filters);
  const swapped = endsBeforeStart(filters) ? sentence(sentences.endBeforeStart) : undefined;
  return (
    <div
      className={classes(
        'mb-4 grid grid-cols-2 items-start gap-x-2 gap-y-3 md:grid-cols-3',
        filtered
          ? 'xl:grid-cols-[minmax(0,1fr)_11rem_10rem_10rem_auto]'
          : 'xl:grid-cols-[minmax(0,1fr)_11rem_10rem_10rem]',
      )}
    >
      <div className="flex flex-col gap-1.5 max-xl:col-span-full">
        <span aria-hidden="true" className="text-small font-thing">
          {t('history.search')}
        </span>
        <SearchBox
          label={t('history.search')}
          placeholder={t('history.searchHint')}
          value={patient.typed}
          onChange={patient.type}
        />
      </div>
      <div className="max-md:col-span-2">
        <TypeFilter value={filters.examType} onChange={(type) => set('examType', type)} />
      </div>
      <Field label={t('history.from')}>
        <DateInput value={filters.dateFrom} onChange={(event) => set('dateFrom', event.target.value)} />
      </Field>
      <Field label={t('history.to')} error={swapped}>
        <DateInput value={filters.dateTo} onChange={(event) => set('dateTo', event.target.value)} />
      </Field>
      {filtered && (
        <Button variant="ghost" icon={X} onClick={clear} className="justify-self-start max-xl:col-span-full xl:mt-6">
          {ui('action.clearFilters')}
        </Button>
      )}
    </div>
  );
}
