import { eventLevels, eventSources } from '@medcloud/contract/operations/system-events';
import { ListFilter } from 'lucide-react';
import { useText, useUiText } from '../../../text/language.tsx';
import { Button } from '../../../ui/actions/button.tsx';
import { SearchBox } from '../../../ui/forms/search-box.tsx';
import { Select } from '../../../ui/forms/select.tsx';
import type { LogAddress } from './log-address.ts';

/** Shows the number of entries. The server counts up to 1,000; a plus marks more. */
function Count({ total }: { total: string | null }) {
  const t = useText('operations');
  if (total === null) return null;
  const count = Number.parseInt(total, 10);
  return <>{t(total.endsWith('+') ? 'logs.countMore' : 'logs.count', { count })}</>;
}

/** Sets level, source and search text, and shows how many entries match. */
export function LogToolbar({ address, total }: { address: LogAddress; total: string | null }) {
  const t = useText('operations');
  const ui = useUiText();
  const log = useText('system-log');
  const { search, level, source, chooseLevel, chooseSource } = address;
  return (
    <div className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-2">
      <SearchBox
        label={t('logs.search')}
        placeholder={t('logs.searchHint')}
        value={search.typed}
        onChange={search.setTyped}
        className="w-full md:w-72"
      />
      <Select
        variant="quiet"
        icon={ListFilter}
        label={t('logs.level')}
        value={level ?? 'all'}
        onChange={chooseLevel}
        options={[
          { value: 'all', label: t('logs.allLevels') },
          ...eventLevels.toReversed().map((value) => ({ value, label: ui(`status.${value}`) })),
        ]}
      />
      <Select
        variant="quiet"
        label={t('logs.source')}
        value={source ?? 'all'}
        onChange={chooseSource}
        options={[
          { value: 'all', label: t('logs.allSources') },
          ...eventSources.map((value) => ({ value, label: log(`sources.${value}`) })),
        ]}
      />
      <p role="status" className="min-h-5 text-body text-ink-muted figures">
        <Count total={total} />
      </p>
      {address.isFiltered && (
        <Button variant="ghost" size="small" onClick={address.clear}>
          {ui('action.clearFilters')}
        </Button>
      )}
    </div>
  );
}
