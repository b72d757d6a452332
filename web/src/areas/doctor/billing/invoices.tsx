import type { DoctorBilling } from '@medcloud/contract/shapes/billing';
import { FileText } from 'lucide-react';
import { useFormat } from '../../../text/format.ts';
import { useText, useUiText } from '../../../text/language.tsx';
import { StatusBadge } from '../../../ui/data/status-badge.tsx';
import { type Column, Table } from '../../../ui/data/table.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';

type Invoice = DoctorBilling['invoices'][number];

function useColumns(): Column<Invoice>[] {
  const t = useText('account');
  const ui = useUiText();
  const format = useFormat();
  const day = (text: string) => <span className="whitespace-nowrap figures">{format.day(text)}</span>;
  return [
    { key: 'number', header: t('billing.invoice'), cell: (row) => <span className="code">{row.number}</span> },
    { key: 'date', header: t('billing.date'), cell: (row) => day(row.date) },
    { key: 'due', header: t('billing.due'), cell: (row) => day(row.dueDate) },
    {
      key: 'amount',
      header: t('billing.amount'),
      align: 'end',
      cell: (row) => <span className="figures">{format.euros(Math.round(row.amount * 100))}</span>,
    },
    { key: 'status', header: ui('field.status'), cell: (row) => <StatusBadge status={row.status} /> },
  ];
}

/** Lists the invoices, newest first. */
export function Invoices({ invoices }: { invoices: readonly Invoice[] }) {
  const t = useText('account');
  const format = useFormat();
  const columns = useColumns();
  return (
    <section aria-labelledby="invoices">
      <h2 id="invoices" className="mb-3 text-h2">
        {t('billing.invoices')}
      </h2>
      <Table
        label={t('billing.invoices')}
        columns={columns}
        rows={invoices}
        rowKey={(row) => row.id}
        phoneRow={(row) => ({
          title: <span className="code">{row.number}</span>,
          subtitle: (
            <span className="figures">
              {format.day(row.date)} · {format.euros(Math.round(row.amount * 100))}
            </span>
          ),
          badge: <StatusBadge status={row.status} />,
        })}
        empty={<EmptyState icon={FileText} title={t('billing.noInvoices')} text={t('billing.noInvoicesText')} />}
      />
    </section>
  );
}
