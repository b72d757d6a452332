import type { FiscalDocument } from '@medcloud/contract/shapes/billing/fiscal';
import { FileCheck } from 'lucide-react';
import { ApiErrorState } from '../../../../calls/client/api-error-state.tsx';
import type { useFiscalDocuments } from '../../../../calls/fiscal.ts';
import { useFormat } from '../../../../text/format.ts';
import { useText, useUiText } from '../../../../text/language.tsx';
import { MoreRows } from '../../../../ui/data/more-rows.tsx';
import { type Column, Table } from '../../../../ui/data/table.tsx';
import { TwoLines } from '../../../../ui/data/two-lines.tsx';
import { EmptyState } from '../../../../ui/feedback/empty-state.tsx';
import { FiscalStateBadge } from './fiscal-state.tsx';

interface FiscalListProps {
  list: ReturnType<typeof useFiscalDocuments>;
  isFiltered: boolean;
  openId: string | null;
  onOpen: (id: string) => void;
}

/** The mark, or why there is none yet. */
function Mark({ document: { mark, errorCode } }: { document: FiscalDocument }) {
  const t = useText('billing/fiscal');
  if (mark !== null) return <span className="code">{mark}</span>;
  return <span className="text-ink-muted">{errorCode === null ? '–' : t('code', { code: errorCode })}</span>;
}

/** Returns the columns. Beside an open document, which shows them, buyer and day are left out. */
function useColumns(isDocumentOpen: boolean): Column<FiscalDocument>[] {
  const t = useText('billing/fiscal');
  const format = useFormat();
  const details: Column<FiscalDocument>[] = [
    { key: 'buyer', header: t('buyer'), cell: (row) => <bdi>{row.buyer}</bdi> },
    {
      key: 'date',
      header: t('date'),
      isWideOnly: true,
      cell: (row) => <span className="whitespace-nowrap figures">{format.day(row.date)}</span>,
    },
  ];
  return [
    {
      key: 'number',
      header: t('number'),
      width: '32%',
      cell: (row) => (
        <TwoLines
          first={<span className="code">{row.number}</span>}
          second={row.kind === 'credit_note' ? t('creditNote') : undefined}
        />
      ),
    },
    ...(isDocumentOpen ? [] : details),
    { key: 'state', header: t('state'), cell: (row) => <FiscalStateBadge document={row} /> },
    { key: 'mark', header: t('mark'), cell: (row) => <Mark document={row} /> },
  ];
}

/** Lists documents in every load state, with more pages on demand. */
export function FiscalList({ list, isFiltered, openId, onOpen }: FiscalListProps) {
  const t = useText('billing/fiscal');
  const ui = useUiText();
  const { rows, error, isFetching, refetch, hasNextPage, isFetchingNextPage, loadMore } = list;
  return (
    <>
      <Table
        label={t('label')}
        columns={useColumns(openId !== null)}
        rows={rows}
        rowKey={({ invoiceId }) => invoiceId}
        phoneRow={(row) => ({
          title: <span className="code">{row.number}</span>,
          subtitle: (
            <>
              <span className="block w-full truncate">
                <bdi>{row.buyer}</bdi>
              </span>
              <FiscalStateBadge document={row} />
              {(row.mark !== null || row.errorCode !== null) && <Mark document={row} />}
            </>
          ),
        })}
        onOpen={({ invoiceId }) => onOpen(invoiceId)}
        selectedKey={openId}
        empty={
          <EmptyState
            icon={FileCheck}
            title={t(isFiltered ? 'noneOfState' : 'none')}
            text={t(isFiltered ? 'noneOfStateText' : 'noneText')}
          />
        }
        error={error && !rows && <ApiErrorState title={t('failed')} query={{ error, isFetching, refetch }} />}
      />
      <MoreRows list={{ hasNextPage, isFetchingNextPage, loadMore }} label={t('more')} busyLabel={ui('list.loading')} />
    </>
  );
}
