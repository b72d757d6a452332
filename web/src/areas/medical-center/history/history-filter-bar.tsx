import { examTypes, listedStatuses } from '@medcloud/contract/choices';
import type { ExamType, ListedStatus } from '@medcloud/contract/shapes/exams';
import { issueCode } from '@medcloud/contract/validation-codes';
import { X } from 'lucide-react';
import { useUrlParams, withParam } from '../../../app/routing/url-params.ts';
import { useUrlText } from '../../../app/routing/url-text.ts';
import { classes } from '../../../lib/classes.ts';
import { useText, useUiText } from '../../../text/language.tsx';
import { useErrorMessage } from '../../../text/use-error-message.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { DateFilter } from '../../../ui/forms/date-filter.tsx';
import { Field } from '../../../ui/forms/field.tsx';
import { SearchBox } from '../../../ui/forms/search-box.tsx';
import { Select } from '../../../ui/forms/select.tsx';
import { filterNames, isFiltered, isRangeReversed, parseHistoryFilters } from './history-filters.ts';

function TypeFilter({ value, onChange }: { value: ExamType | ''; onChange: (type: string) => void }) {
  const t = useText('center');
  const ui = useUiText();
  const options = examTypes.map((type) => ({ value: type, label: ui(`examType.${type}`) }));
  return (
    <Field label={ui('field.examType')}>
      <Select<ExamType | 'all'>
        value={value === '' ? 'all' : value}
        onChange={(type) => onChange(type === 'all' ? '' : type)}
        options={[{ value: 'all', label: t('history.allTypes') }, ...options]}
      />
    </Field>
  );
}

function StatusFilter({ value, onChange }: { value: ListedStatus | ''; onChange: (status: string) => void }) {
  const t = useText('center');
  const ui = useUiText();
  const options = listedStatuses.map((status) => ({ value: status, label: ui(`status.${status}`) }));
  return (
    <Field label={ui('field.status')}>
      <Select<ListedStatus | 'all'>
        value={value === '' ? 'all' : value}
        onChange={(status) => onChange(status === 'all' ? '' : status)}
        options={[{ value: 'all', label: t('history.allStatuses') }, ...options]}
      />
    </Field>
  );
}

/** Removes every filter from the URL and keeps its other parameters. */
export function useClearFilters(): () => void {
  const [, setParams] = useUrlParams();
  return () =>
    setParams((before) => filterNames.reduce((params, name) => withParam(params, name, ''), before), { replace: true });
}

/** Filters by dates, exam type, status and patient. The URL stores the filters, so Back restores the list. */
export function HistoryFilterBar() {
  const t = useText('center');
  const ui = useUiText();
  const errorMessage = useErrorMessage();
  const [params, setParams] = useUrlParams();
  const patient = useUrlText('patientSearch');
  const clear = useClearFilters();
  const filters = parseHistoryFilters(params);
  const setParam = (name: string, value: string) =>
    setParams((before) => withParam(before, name, value), { replace: true });
  const hasFilters = isFiltered(filters);
  const rangeError = isRangeReversed(filters) ? errorMessage(issueCode('end_before_start')) : undefined;
  return (
    // sized by its container and not the window, because an open sheet takes some of the width
    <div className="@container mb-4">
      <div
        className={classes(
          'grid grid-cols-2 items-start gap-x-2 gap-y-3 @xl:grid-cols-4',
          hasFilters
            ? '@5xl:grid-cols-[minmax(0,1fr)_11rem_11rem_9.5rem_9.5rem_auto]'
            : '@5xl:grid-cols-[minmax(0,1fr)_11rem_11rem_9.5rem_9.5rem]',
        )}
      >
        <div className="col-span-full flex flex-col gap-1.5 @5xl:col-auto">
          <span aria-hidden="true" className="text-small font-strong">
            {t('exams.patient')}
          </span>
          <SearchBox
            label={t('exams.patient')}
            placeholder={t('patients.searchHint')}
            value={patient.typed}
            onChange={patient.setTyped}
          />
        </div>
        <TypeFilter value={filters.examType} onChange={(type) => setParam('examType', type)} />
        <StatusFilter value={filters.status} onChange={(status) => setParam('status', status)} />
        <DateFilter
          label={t('history.from')}
          value={filters.dateFrom ?? ''}
          onChange={(day) => setParam('dateFrom', day)}
        />
        <DateFilter
          label={t('history.to')}
          value={filters.dateTo ?? ''}
          onChange={(day) => setParam('dateTo', day)}
          error={rangeError}
        />
        {hasFilters && (
          <Button
            variant="ghost"
            icon={X}
            onClick={clear}
            className="col-span-full justify-self-start @5xl:col-auto @5xl:mt-6"
          >
            {ui('action.clearFilters')}
          </Button>
        )}
      </div>
    </div>
  );
}
