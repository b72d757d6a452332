import type { BankLineEntry } from '@medcloud/contract/shapes/billing/bank';
import { Landmark } from 'lucide-react';
import type { useBankLines } from '../../../../calls/bank.ts';
import { ApiErrorState } from '../../../../calls/client/api-error-state.tsx';
import { useFormat } from '../../../../text/format.ts';
import { useText, useUiText } from '../../../../text/language.tsx';
import { MoreRows } from '../../../../ui/data/more-rows.tsx';
import { type Column, Table } from '../../../../ui/data/table.tsx';
import { EmptyState } from '../../../../ui/feedback/empty-state.tsx';
import { LineState } from './line-state.tsx';
import { useLineAmount } from './use-line-amount.ts';

interface LineListProps {
  list: ReturnType<typeof useBankLines>;
  isUndecided: boolean;
  openId: string | null;
  onOpen: (id: string) => void;
}

/** The account of a movement, unless the amount alone suggests it. */
const accountOf = ({ state, dues: [first] }: BankLineEntry) => (state === 'unmatched' ? '' : (first?.name ?? ''));

/** Returns the columns. That of references is left out beside an open movement, which shows it. */
function useColumns(isLineOpen: boolean): Column<BankLineEntry>[] {
  const t = useText('billing/admin.bank');
  const format = useFormat();
  const amount = useLineAmount();
  const reference: Column<BankLineEntry> = {
    key: 'reference',
    header: t('reference'),
    isWideOnly: true,
    cell: (line) => line.rf !== null && <span className="whitespace-nowrap code">{line.rf}</span>,
  };
  return [
    {
      key: 'day',
      header: t('day'),
      width: '24%',
      cell: (line) => <span className="whitespace-nowrap figures">{format.day(line.day)}</span>,
    },
    { key: 'account', header: t('account'), width: '30%', cell: (line) => <bdi>{accountOf(line)}</bdi> },
    ...(isLineOpen ? [] : [reference]),
    { key: 'state', header: t('state'), cell: (line) => <LineState line={line} /> },
    {
      key: 'amount',
      header: t('amount'),
      align: 'end',
      cell: (line) => <span className="whitespace-nowrap figures">{amount(line)}</span>,
    },
  ];
}

/** Lists movements in every load state, with more pages on demand. */
export function LineList({ list, isUndecided, openId, onOpen }: LineListProps) {
  const t = useText('billing/admin.bank');
  const ui = useUiText();
  const format = useFormat();
  const amount = useLineAmount();
  const { rows, error, isFetching, refetch, hasNextPage, isFetchingNextPage, loadMore } = list;
  return (
    <>
      <Table
        label={t('lines')}
        columns={useColumns(openId !== null)}
        rows={rows}
        rowKey={({ id }) => id}
        phoneRow={(line) => ({
          title: amount(line),
          subtitle: (
            <>
              <span className="block w-full truncate">
                <bdi>{accountOf(line)}</bdi>
              </span>
              <LineState line={line} />
              <span className="figures">{format.day(line.day)}</span>
            </>
          ),
        })}
        onOpen={({ id }) => onOpen(id)}
        selectedKey={openId}
        empty={
          isUndecided ? (
            <EmptyState icon={Landmark} title={t('nothing')} text={t('nothingText')} />
          ) : (
            <EmptyState icon={Landmark} title={t('none')} text={t('noneText')} />
          )
        }
        error={error && !rows && <ApiErrorState title={t('failed')} query={{ error, isFetching, refetch }} />}
      />
      <MoreRows list={{ hasNextPage, isFetchingNextPage, loadMore }} label={t('more')} busyLabel={ui('list.loading')} />
    </>
  );
}
