import { ListFilter } from 'lucide-react';
import { useState } from 'react';
import { useBankLines } from '../../../../calls/bank.ts';
import { lazyComponent } from '../../../../lib/lazy-component.tsx';
import { useText } from '../../../../text/language.tsx';
import { Select } from '../../../../ui/forms/select.tsx';
import { ImportStatement } from './import-statement.tsx';
import { LineList } from './line-list.tsx';

const LineSheet = lazyComponent(async () => (await import('./line-sheet.tsx')).LineSheet);

const filters = ['undecided', 'matched', 'returned', 'ignored', 'all'] as const;
type Filter = (typeof filters)[number];

/** Shows the number of movements. The server counts up to 1,000; a plus marks more. */
function Count({ total }: { total: string | null }) {
  const t = useText('billing/admin.bank');
  if (total === null) return null;
  return <>{t(total.endsWith('+') ? 'countMore' : 'count', { count: Number.parseInt(total, 10) })}</>;
}

/** Imports bank files, and lists movements with what they pay. */
export function Bank() {
  const t = useText('billing/admin.bank');
  const [filter, setFilter] = useState<Filter>('undecided');
  const [openId, setOpenId] = useState<string | null>(null);
  const list = useBankLines(filter === 'all' ? undefined : filter);
  const line = list.rows?.find(({ id }) => id === openId);
  return (
    <>
      <ImportStatement />
      <div className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-2">
        <Select
          variant="quiet"
          icon={ListFilter}
          label={t('state')}
          value={filter}
          onChange={setFilter}
          options={filters.map((value) => ({ value, label: t(`filter.${value}`) }))}
        />
        <p role="status" className="min-h-5 text-body text-ink-muted figures">
          <Count total={list.rows ? list.total : null} />
        </p>
      </div>
      <LineList list={list} isUndecided={filter === 'undecided'} openId={openId} onOpen={setOpenId} />
      {line && <LineSheet key={line.id} line={line} onClose={() => setOpenId(null)} />}
    </>
  );
}
