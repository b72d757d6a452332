import { invoiceStates } from '@medcloud/contract/choices';
import { screenPath } from '@medcloud/contract/screens';
import type { ListedInvoice } from '@medcloud/contract/shapes/billing/accounts';
import { FileText } from 'lucide-react';
import { useNavigate } from 'react-router';
import { InvoiceName, shownCents } from '../../../billing/invoice-list.tsx';
import { InvoiceState } from '../../../billing/invoice-state.tsx';
import { useAllInvoices } from '../../../calls/billing-admin.ts';
import { ApiErrorState } from '../../../calls/client/api-error-state.tsx';
import { fromList } from '../../../lib/back-link.ts';
import { useFormat } from '../../../text/format.ts';
import { useText, useUiText } from '../../../text/language.tsx';
import { MoreRows } from '../../../ui/data/more-rows.tsx';
import { type Column, Table } from '../../../ui/data/table.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { InvoiceActions } from './invoice-actions.tsx';
import { ListToolbar, useListAddress } from './list-toolbar.tsx';

function useColumns(): Column<ListedInvoice>[] {
  const t = useText('billing/admin.invoices');
  const format = useFormat();
  return [
    { key: 'number', header: t('number'), width: '24%', cell: (row) => <InvoiceName invoice={row} /> },
    { key: 'buyer', header: t('buyer'), cell: (row) => row.buyer },
    {
      key: 'date',
      header: t('date'),
      isWideOnly: true,
      cell: (row) => <span className="figures">{format.day(row.date)}</span>,
    },
    { key: 'state', header: t('state'), cell: (row) => <InvoiceState invoice={row} /> },
    {
      key: 'amount',
      header: t('amount'),
      align: 'end',
      cell: (row) => <span className="figures">{format.euros(shownCents(row))}</span>,
    },
    { key: 'actions', header: '', align: 'end', cell: (row) => <InvoiceActions invoice={row} /> },
  ];
}

/** Lists invoices and credit notes of all accounts, newest first. */
export function AllInvoices() {
  const t = useText('billing/admin.invoices');
  const states = useText('billing/account.invoices');
  const ui = useUiText();
  const format = useFormat();
  const navigate = useNavigate();
  const address = useListAddress(invoiceStates);
  const list = useAllInvoices(address.search, address.state);
  const { rows, error, isFetching, refetch, hasNextPage, isFetchingNextPage, loadMore } = list;
  const options = invoiceStates.map((value) => ({ value, label: states(`state.${value}`) }));
  return (
    <>
      <ListToolbar list="invoices" address={address} options={options} total={rows ? list.total : null} />
      <Table
        label={t('label')}
        columns={useColumns()}
        rows={rows}
        rowKey={(row) => row.id}
        onOpen={({ userId }) => void navigate(screenPath('adminBillingAccount', { userId }), { state: fromList })}
        phoneRow={(row) => ({
          title: <span className="code">{row.number}</span>,
          subtitle: (
            <>
              <span className="figures">
                {row.buyer} · {format.euros(shownCents(row))}
              </span>
              <InvoiceState invoice={row} />
            </>
          ),
          action: <InvoiceActions invoice={row} />,
        })}
        empty={<EmptyState icon={FileText} title={t('none')} text={t('noneText')} />}
        error={error && !rows && <ApiErrorState title={t('failed')} query={{ error, isFetching, refetch }} />}
      />
      <MoreRows list={{ hasNextPage, isFetchingNextPage, loadMore }} label={t('more')} busyLabel={ui('list.loading')} />
    </>
  );
}
