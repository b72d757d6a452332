import { fiscalStates } from '@medcloud/contract/shapes/billing/fiscal';
import { ListFilter } from 'lucide-react';
import { useState } from 'react';
import { useFiscalDocuments } from '../../../../calls/fiscal.ts';
import { lazyComponent } from '../../../../lib/lazy-component.tsx';
import { useText } from '../../../../text/language.tsx';
import { Select } from '../../../../ui/forms/select.tsx';
import { ListCount } from '../../shared/list-count.tsx';
import { useListAddress } from '../list-toolbar.tsx';
import { FiscalList } from './fiscal-list.tsx';
import { ReportingNote } from './reporting-note.tsx';

const FiscalSheet = lazyComponent(async () => (await import('./fiscal-sheet.tsx')).FiscalSheet);

const filters = ['pending', ...fiscalStates] as const;

/** Shows how documents are reported to the tax authority, and what became of each. */
export function TaxAuthority() {
  const t = useText('billing/fiscal');
  const { state, choose } = useListAddress(filters);
  const [openId, setOpenId] = useState<string | null>(null);
  const list = useFiscalDocuments(state);
  const document = list.rows?.find(({ invoiceId }) => invoiceId === openId);
  return (
    <>
      <ReportingNote />
      <div className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-2">
        <Select<(typeof filters)[number] | 'all'>
          variant="quiet"
          icon={ListFilter}
          label={t('state')}
          value={state ?? 'all'}
          onChange={choose}
          options={(['all', ...filters] as const).map((value) => ({ value, label: t(`filter.${value}`) }))}
        />
        <ListCount
          total={list.rows ? list.total : null}
          formatCount={(count) => t('count', { count })}
          formatMoreThan={(count) => t('countMore', { count })}
        />
      </div>
      <FiscalList list={list} isFiltered={state !== undefined} openId={openId} onOpen={setOpenId} />
      {document && <FiscalSheet key={document.invoiceId} document={document} onClose={() => setOpenId(null)} />}
    </>
  );
}
