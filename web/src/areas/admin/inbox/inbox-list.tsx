import type { SupportMessageSummary } from '@medcloud/contract/shapes/support';
import { Inbox } from 'lucide-react';
import { ApiErrorState } from '../../../calls/client/api-error-state.tsx';
import type { useSupportMessages } from '../../../calls/support.ts';
import { useText, useUiText } from '../../../text/language.tsx';
import { Button } from '../../../ui/actions/button.tsx';
import { MoreRows } from '../../../ui/data/more-rows.tsx';
import { RelativeTime } from '../../../ui/data/relative-time.tsx';
import { type Column, type PhoneRow, Table } from '../../../ui/data/table.tsx';
import { TwoLines } from '../../../ui/data/two-lines.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import type { InboxAddress } from './inbox-address.ts';
import { SupportStateBadge, UrgentBadge } from './inbox-badges.tsx';

type Row = SupportMessageSummary;

/** Returns the subject, or the beginning of the message. */
const heading = ({ subject, preview }: Row) => subject ?? preview;

/** Returns the columns. The reference column is left out beside an open message, because the message shows it. */
function useColumns(isMessageOpen: boolean): Column<Row>[] {
  const t = useText('inbox');
  const ui = useUiText();
  const reference: Column<Row> = {
    key: 'reference',
    header: t('read.reference'),
    isWideOnly: true,
    cell: (row) => <span className="whitespace-nowrap code">{row.reference}</span>,
  };
  return [
    {
      key: 'from',
      header: t('from'),
      width: '28%',
      cell: (row) => <TwoLines first={row.name} second={row.email} />,
    },
    {
      key: 'message',
      header: t('read.message'),
      width: '38%',
      cell: (row) => (
        <span className="flex items-center gap-2.5">
          {row.urgent && <UrgentBadge />}
          <span className="min-w-0">
            <TwoLines first={heading(row)} second={row.subject && row.preview} />
          </span>
        </span>
      ),
    },
    { key: 'state', header: ui('field.status'), cell: (row) => <SupportStateBadge state={row.state} /> },
    ...(isMessageOpen ? [] : [reference]),
    {
      key: 'received',
      header: t('received'),
      cell: (row) => (
        <span className="whitespace-nowrap text-ink-muted">
          <RelativeTime at={row.receivedAt} />
        </span>
      ),
    },
  ];
}

function phoneRow(row: Row): PhoneRow {
  return {
    title: row.name,
    subtitle: (
      <>
        <span className="block w-full truncate">{heading(row)}</span>
        <SupportStateBadge state={row.state} />
        {row.urgent && <UrgentBadge />}
        <RelativeTime at={row.receivedAt} />
      </>
    ),
  };
}

function NoMessages({ address }: { address: InboxAddress }) {
  const t = useText('inbox');
  const ui = useUiText();
  const { search, view } = address;
  if (search.debounced !== '') {
    const action = <Button onClick={() => search.setTyped('')}>{ui('action.clearSearch')}</Button>;
    return <EmptyState icon={Inbox} title={t('none.found')} text={t('none.foundText')} action={action} />;
  }
  const kind = view === 'open' ? 'open' : 'other';
  return <EmptyState icon={Inbox} title={t(`none.${kind}`)} text={t(`none.${kind}Text`)} />;
}

interface InboxListProps {
  list: ReturnType<typeof useSupportMessages>;
  address: InboxAddress;
}

/** Lists the messages in every load state, with more pages on demand. */
export function InboxList({ list, address }: InboxListProps) {
  const t = useText('inbox');
  const ui = useUiText();
  const { rows, error, isFetching, refetch, hasNextPage, isFetchingNextPage, loadMore } = list;
  const errorState = error && !rows && <ApiErrorState title={t('failed')} query={{ error, isFetching, refetch }} />;
  return (
    <>
      <Table
        label={t('title')}
        columns={useColumns(address.openId !== null)}
        rows={rows}
        rowKey={(row) => row.id}
        phoneRow={phoneRow}
        onOpen={(row) => address.open(row.id)}
        selectedKey={address.openId}
        empty={<NoMessages address={address} />}
        error={errorState}
      />
      <MoreRows list={{ hasNextPage, isFetchingNextPage, loadMore }} label={t('more')} busyLabel={ui('list.loading')} />
    </>
  );
}
