import type { Invoice } from '@medcloud/contract/shapes/billing/invoices';
import { Download, FileText } from 'lucide-react';
import { type BillingSide, useInvoiceDownload } from '../calls/billing.ts';
import { useFormat } from '../text/format.ts';
import { useLanguage, useText } from '../text/language.tsx';
import { IconButton } from '../ui/actions/icon-button.tsx';
import { type Column, Table } from '../ui/data/table.tsx';
import { TwoLines } from '../ui/data/two-lines.tsx';
import { EmptyState } from '../ui/feedback/empty-state.tsx';
import { InvoiceState } from './invoice-state.tsx';

/** Names a document: its number, and below it the invoice that a credit note corrects. */
export function InvoiceName({ invoice }: { invoice: Invoice }) {
  const t = useText('billing/account.invoices');
  const { kind, number, credits } = invoice;
  return (
    <TwoLines
      first={<span className="code">{number}</span>}
      second={kind === 'credit_note' ? t('creditNoteOf', { number: credits ?? '' }) : undefined}
    />
  );
}

/** A credit note lowers what is owed, so its amount is shown below zero. */
export const shownCents = ({ kind, grossCents }: Invoice) => (kind === 'credit_note' ? -grossCents : grossCents);

function DownloadButton({ invoice, side }: { invoice: Invoice; side: BillingSide }) {
  const t = useText('billing/account.invoices');
  const { language } = useLanguage();
  const download = useInvoiceDownload(side);
  return (
    <IconButton
      icon={Download}
      label={t('downloadOf', { number: invoice.number })}
      onClick={() => void download(invoice, language)}
    />
  );
}

function useColumns(side: BillingSide): Column<Invoice>[] {
  const t = useText('billing/account.invoices');
  const format = useFormat();
  const day = (text: string) => <span className="whitespace-nowrap figures">{format.day(text)}</span>;
  return [
    { key: 'number', header: t('invoice'), width: '34%', cell: (row) => <InvoiceName invoice={row} /> },
    { key: 'date', header: t('date'), cell: (row) => day(row.date) },
    { key: 'due', header: t('due'), cell: (row) => (row.kind === 'invoice' ? day(row.dueDate) : null) },
    {
      key: 'amount',
      header: t('amount'),
      align: 'end',
      cell: (row) => <span className="figures">{format.euros(shownCents(row))}</span>,
    },
    { key: 'status', header: t('status'), cell: (row) => <InvoiceState invoice={row} /> },
    { key: 'file', header: '', align: 'end', cell: (row) => <DownloadButton invoice={row} side={side} /> },
  ];
}

interface InvoiceListProps {
  side: BillingSide;
  invoices: readonly Invoice[];
  /** The documents are no invoices. */
  isEvaluation: boolean;
}

/** Lists the invoices and credit notes, newest first, each with its PDF. */
export function InvoiceList({ side, invoices, isEvaluation }: InvoiceListProps) {
  const t = useText('billing/account.invoices');
  const format = useFormat();
  const columns = useColumns(side);
  return (
    <section aria-labelledby="invoices">
      <h2 id="invoices" className="mb-3 text-h2">
        {t('title')}
      </h2>
      <Table
        label={t('title')}
        columns={columns}
        rows={invoices}
        rowKey={(row) => row.id}
        phoneRow={(row) => ({
          title: <span className="code">{row.number}</span>,
          subtitle: (
            <>
              <span className="figures">
                {format.day(row.date)} · {format.euros(shownCents(row))}
              </span>
              <InvoiceState invoice={row} />
            </>
          ),
          action: <DownloadButton invoice={row} side={side} />,
        })}
        empty={<EmptyState icon={FileText} title={t('none')} text={t('noneText')} />}
      />
      {isEvaluation && invoices.length > 0 && <p className="mt-2 text-small text-ink-muted">{t('test')}</p>}
    </section>
  );
}
