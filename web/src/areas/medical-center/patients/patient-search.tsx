import { ArrowUpDown, X } from 'lucide-react';
import { useIsNarrow } from '../../../lib/media.ts';
import { useText, useUiText } from '../../../text/language.tsx';
import { Button } from '../../../ui/actions/button.tsx';
import { SearchBox } from '../../../ui/forms/search-box.tsx';
import { Select } from '../../../ui/forms/select.tsx';
import { ResultCount } from '../shared/list-footer.tsx';

type Order = 'asc' | 'desc';

interface PatientSearchProps {
  search: { typed: string; debounced: string; setTyped: (text: string) => void };
  sortOrder: Order;
  sort: (order: Order) => void;
  /** Null until it is known. */
  total: string | null;
}

function SortSelect({ sortOrder, sort }: Pick<PatientSearchProps, 'sortOrder' | 'sort'>) {
  const t = useText('center');
  return (
    <Select<Order>
      variant="quiet"
      icon={ArrowUpDown}
      label={t('patients.sort')}
      value={sortOrder}
      onChange={sort}
      options={[
        { value: 'desc', label: t('patients.newest') },
        { value: 'asc', label: t('patients.oldest') },
      ]}
    />
  );
}

/** Shows the number of patients the server found. */
export function PatientCount({ total }: { total: string | null }) {
  const t = useText('center');
  return (
    <ResultCount
      total={total}
      formatCount={(count) => t('patients.found', { count })}
      formatMany={(count) => t('patients.foundMany', { count })}
    />
  );
}

/** Shows search and order. During a search it also shows the number of results and a button that clears the search. */
export function PatientSearch({ search, sortOrder, sort, total }: PatientSearchProps) {
  const t = useText('center');
  const ui = useUiText();
  const isNarrow = useIsNarrow();
  const isSearching = search.debounced !== '';
  return (
    <div className="mb-3 flex flex-col gap-2">
      <div className="flex gap-2">
        <SearchBox
          label={t('patients.search')}
          placeholder={t('patients.searchHint')}
          value={search.typed}
          onChange={search.setTyped}
          className="min-w-0 flex-1"
        />
        {!isNarrow && <SortSelect sortOrder={sortOrder} sort={sort} />}
      </div>
      {(isNarrow || isSearching) && (
        <div className="flex min-h-8 flex-wrap items-center gap-x-3 gap-y-1">
          <PatientCount total={total} />
          {isSearching && !isNarrow && (
            <Button variant="ghost" size="small" icon={X} onClick={() => search.setTyped('')}>
              {ui('action.clearSearch')}
            </Button>
          )}
          {isNarrow && (
            <span className="ml-auto">
              <SortSelect sortOrder={sortOrder} sort={sort} />
            </span>
          )}
        </div>
      )}
    </div>
  );
}
