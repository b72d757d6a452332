import { centerSorts } from '@medcloud/contract/choices';
import { ArrowDownWideNarrow, ArrowUpDown, ArrowUpNarrowWide } from 'lucide-react';
import { useText, useUiText } from '../../../text/language.tsx';
import { Button } from '../../../ui/actions/button.tsx';
import { SearchBox } from '../../../ui/forms/search-box.tsx';
import { Select } from '../../../ui/forms/select.tsx';
import { ListCount } from '../shared/list-count.tsx';
import type { useCenterOrder } from './center-order.ts';

interface CentersToolbarProps {
  typed: string;
  onType: (text: string) => void;
  order: ReturnType<typeof useCenterOrder>;
  total: string | null;
  isSearch: boolean;
}

function OrderControls({ order }: Pick<CentersToolbarProps, 'order'>) {
  const t = useText('admin.lists');
  const { sortBy, sortOrder, sort, reverse } = order;
  const direction = t(sortOrder === 'asc' ? 'info.ascending' : 'info.descending');
  return (
    <div className="flex gap-2 max-md:w-full">
      <Select
        label={t('info.sortBy')}
        variant="quiet"
        icon={ArrowUpDown}
        value={sortBy}
        onChange={sort}
        className="max-md:min-w-0 max-md:flex-1 max-md:shrink"
        options={centerSorts.map((value) => ({ value, label: t(`info.${value}`) }))}
      />
      <Button
        icon={sortOrder === 'asc' ? ArrowUpNarrowWide : ArrowDownWideNarrow}
        aria-label={t('info.order', { order: direction })}
        onClick={reverse}
      >
        {direction}
      </Button>
    </div>
  );
}

/** Searches by name, sets the order, and shows the number of centers. */
export function CentersToolbar({ typed, onType, order, total, isSearch }: CentersToolbarProps) {
  const t = useText('admin.lists');
  const ui = useUiText();
  return (
    <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2">
      <SearchBox
        label={t('info.search')}
        placeholder={t('info.searchHint')}
        value={typed}
        onChange={onType}
        className="w-full md:w-80"
      />
      <OrderControls order={order} />
      <ListCount
        total={total}
        formatCount={(count) => t(isSearch ? 'info.found' : 'info.total', { count })}
        formatMoreThan={(count) => t(isSearch ? 'info.foundMany' : 'info.totalMany', { count })}
      />
      {isSearch && (
        <Button variant="ghost" size="small" onClick={() => onType('')}>
          {ui('action.clearSearch')}
        </Button>
      )}
    </div>
  );
}
