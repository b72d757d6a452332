import { auditGroupNames, auditOutcomes } from '@medcloud/contract/operations/audit-events';
import { issueCode } from '@medcloud/contract/validation-codes';
import { X } from 'lucide-react';
import { useText, useUiText } from '../../../text/language.tsx';
import { useErrorMessage } from '../../../text/use-error-message.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { DateFilter } from '../../../ui/forms/date-filter.tsx';
import { Field } from '../../../ui/forms/field.tsx';
import { SearchBox } from '../../../ui/forms/search-box.tsx';
import { Select } from '../../../ui/forms/select.tsx';
import { ListCount } from '../shared/list-count.tsx';
import type { AuditAddress } from './audit-address.ts';

function EventFilters({ address: { filter, chooseGroup, chooseOutcome } }: { address: AuditAddress }) {
  const t = useText('audit');
  return (
    <>
      <Field label={t('group')}>
        <Select
          value={filter.group ?? 'all'}
          onChange={chooseGroup}
          options={[
            { value: 'all', label: t('allGroups') },
            ...auditGroupNames.map((value) => ({ value, label: t(`groups.${value}`) })),
          ]}
        />
      </Field>
      <Field label={t('outcome')}>
        <Select
          value={filter.outcome ?? 'all'}
          onChange={chooseOutcome}
          options={[
            { value: 'all', label: t('allOutcomes') },
            ...auditOutcomes.map((value) => ({ value, label: t(value) })),
          ]}
        />
      </Field>
    </>
  );
}

/** Sets search, kind, outcome and period, and shows how many entries match. */
export function AuditToolbar({ address, total }: { address: AuditAddress; total: string | null }) {
  const t = useText('audit');
  const ui = useUiText();
  const errorMessage = useErrorMessage();
  const { search, filter, isSwapped, isFiltered, choosePeriod, clear } = address;
  return (
    <div className="@container mb-4">
      <div className="grid grid-cols-2 items-start gap-x-2 gap-y-3 @xl:grid-cols-4 @5xl:grid-cols-[minmax(0,1fr)_12rem_10rem_9.5rem_9.5rem]">
        <div className="col-span-full flex flex-col gap-1.5 @5xl:col-auto">
          <span aria-hidden="true" className="text-small font-strong">
            {t('search')}
          </span>
          <SearchBox
            label={t('search')}
            placeholder={t('searchHint')}
            value={search.typed}
            onChange={search.setTyped}
          />
        </div>
        <EventFilters address={address} />
        <DateFilter label={t('from')} value={filter.dateFrom ?? ''} onChange={(day) => choosePeriod('from', day)} />
        <DateFilter
          label={t('to')}
          value={filter.dateTo ?? ''}
          onChange={(day) => choosePeriod('to', day)}
          error={isSwapped ? errorMessage(issueCode('end_before_start')) : undefined}
        />
      </div>
      <div className="mt-3 flex min-h-8 flex-wrap items-center gap-3">
        <ListCount
          total={total}
          formatCount={(count) => t('count', { count })}
          formatMoreThan={(count) => t('countMore', { count })}
        />
        {isFiltered && (
          <Button variant="ghost" size="small" icon={X} onClick={clear}>
            {ui('action.clearFilters')}
          </Button>
        )}
      </div>
    </div>
  );
}
