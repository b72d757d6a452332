import type { BillingAccountDetails as Account } from '@medcloud/contract/shapes/billing/accounts';
import { type ReactNode, useId, useState } from 'react';
import { InvoiceName, shownCents } from '../../../billing/invoice-list.tsx';
import { InvoiceState } from '../../../billing/invoice-state.tsx';
import { lazyComponent } from '../../../lib/lazy-component.tsx';
import { useFormat } from '../../../text/format.ts';
import { useText } from '../../../text/language.tsx';
import { Button } from '../../../ui/actions/button.tsx';
import { CopyButton } from '../../../ui/actions/copy-button.tsx';
import { Badge } from '../../../ui/data/badge.tsx';
import { Table } from '../../../ui/data/table.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { InvoiceActions } from './invoice-actions.tsx';
import { UseCredit } from './use-credit.tsx';

const UndoPayment = lazyComponent(async () => (await import('./undo-payment.tsx')).UndoPayment);

function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-3 text-h2">
        {title}
      </h2>
      {children}
    </section>
  );
}

const figures = (text: string) => <span className="whitespace-nowrap figures">{text}</span>;

function Dues({ account }: { account: Account }) {
  const { dues } = account;
  const t = useText('billing/admin.account');
  const format = useFormat();
  const shownPeriod = (due: Account['dues'][number]) => (
    <>
      <span className="figures">
        <span className="whitespace-nowrap">{format.day(due.from)} –</span>{' '}
        <span className="whitespace-nowrap">{format.day(due.to)}</span>
      </span>
      {due.isUpgrade && <span className="block text-small text-ink-muted">{t('upgrade')}</span>}
    </>
  );
  const reference = (due: Account['dues'][number]) => (
    <span className="inline-flex items-center gap-1 code">
      {due.rf}
      <CopyButton value={due.rf} />
    </span>
  );
  const action = (due: Account['dues'][number]) => <UseCredit account={account} due={due} />;
  const state = (due: Account['dues'][number]) => (
    <Badge variant={due.state === 'paid' ? 'ok' : due.state === 'open' ? 'info' : 'neutral'}>
      {t(`dueStates.${due.state}`)}
    </Badge>
  );
  return (
    <Table
      label={t('dues')}
      rows={dues}
      rowKey={(due) => due.id}
      columns={[
        { key: 'period', header: t('period'), cell: shownPeriod },
        { key: 'dueOn', header: t('dueOn'), cell: (due) => figures(format.day(due.dueOn)) },
        { key: 'reference', header: t('reference'), cell: reference },
        { key: 'state', header: t('state'), cell: state },
        {
          ...{ key: 'amount', header: t('amount'), align: 'end', isWideOnly: true },
          cell: (due) => figures(format.euros(due.grossCents)),
        },
        { key: 'open', header: t('open'), align: 'end', cell: (due) => figures(format.euros(due.openCents)) },
        ...(account.creditCents > 0 ? [{ key: 'credit', header: '', align: 'end' as const, cell: action }] : []),
      ]}
      phoneRow={(due) => ({
        action: action(due),
        title: figures(`${format.euros(due.grossCents)} · ${format.day(due.dueOn)}`),
        subtitle: reference(due),
        badge: state(due),
      })}
      empty={<EmptyState title={t('noDues')} />}
    />
  );
}

function Documents({ invoices }: Pick<Account, 'invoices'>) {
  const t = useText('billing/admin.account');
  const list = useText('billing/admin.invoices');
  const format = useFormat();
  return (
    <Table
      label={t('invoices')}
      rows={invoices}
      rowKey={(row) => row.id}
      columns={[
        { key: 'number', header: list('number'), width: '30%', cell: (row) => <InvoiceName invoice={row} /> },
        { key: 'date', header: list('date'), cell: (row) => figures(format.day(row.date)) },
        { key: 'state', header: list('state'), cell: (row) => <InvoiceState invoice={row} /> },
        { key: 'amount', header: t('amount'), align: 'end', cell: (row) => figures(format.euros(shownCents(row))) },
        { key: 'open', header: t('open'), align: 'end', cell: (row) => figures(format.euros(row.openCents)) },
        { key: 'actions', header: '', align: 'end', cell: (row) => <InvoiceActions invoice={row} /> },
      ]}
      phoneRow={(row) => ({
        title: <span className="code">{row.number}</span>,
        subtitle: (
          <>
            {figures(`${format.day(row.date)} · ${format.euros(shownCents(row))}`)}
            <InvoiceState invoice={row} />
          </>
        ),
        action: <InvoiceActions invoice={row} />,
      })}
      empty={<EmptyState title={t('noInvoices')} />}
    />
  );
}

type Payment = Account['payments'][number];

function Payments({ payments }: Pick<Account, 'payments'>) {
  const t = useText('billing/admin.account');
  const act = useText('billing/admin.payment');
  const format = useFormat();
  const [undone, setUndone] = useState<Payment | null>(null);
  const action = (payment: Payment) =>
    payment.isUndone ? (
      <Badge>{t('undone')}</Badge>
    ) : payment.driver === 'stripe' ? (
      <Badge variant={payment.dispute === null || payment.dispute === 'won' ? 'neutral' : 'warn'}>
        {payment.dispute === null ? t('byCard') : t(`disputes.${payment.dispute}`)}
      </Badge>
    ) : (
      <Button
        size="small"
        aria-label={act('undoOf', { amount: format.euros(payment.cents) })}
        onClick={() => setUndone(payment)}
      >
        {act('undo')}
      </Button>
    );
  return (
    <>
      <Table
        label={t('payments')}
        rows={payments}
        rowKey={(payment) => payment.id}
        columns={[
          { key: 'received', header: t('received'), cell: (payment) => figures(format.day(payment.receivedOn)) },
          { key: 'amount', header: t('amount'), align: 'end', cell: (payment) => figures(format.euros(payment.cents)) },
          { key: 'undo', header: '', align: 'end', cell: action },
        ]}
        phoneRow={(payment) => ({
          title: figures(format.euros(payment.cents)),
          subtitle: figures(format.day(payment.receivedOn)),
          action: action(payment),
        })}
        empty={<EmptyState title={t('noPayments')} />}
      />
      {undone && <UndoPayment payment={undone} onClose={() => setUndone(null)} />}
    </>
  );
}

function Periods({ periods }: Pick<Account, 'periods'>) {
  const t = useText('billing/admin.account');
  const format = useFormat();
  const days = ({ from, to }: Account['periods'][number]) => figures(`${format.day(from)} – ${format.day(to)}`);
  return (
    <Table
      label={t('periods')}
      rows={periods}
      rowKey={({ from, to, kind }) => `${from} ${to} ${kind}`}
      columns={[
        { key: 'days', header: t('period'), cell: days },
        { key: 'kind', header: t('kind'), cell: ({ kind }) => t(`periodKinds.${kind}`) },
      ]}
      phoneRow={(period) => ({ title: days(period), subtitle: t(`periodKinds.${period.kind}`) })}
      empty={<EmptyState title={t('noPeriods')} />}
    />
  );
}

/** Lists what an account was asked for, its documents, payments and periods. */
export function AccountRecords({ account }: { account: Account }) {
  const t = useText('billing/admin.account');
  return (
    <>
      <Section title={t('dues')}>
        <Dues account={account} />
      </Section>
      <Section title={t('invoices')}>
        <Documents invoices={account.invoices} />
      </Section>
      <Section title={t('payments')}>
        <Payments payments={account.payments} />
      </Section>
      <Section title={t('periods')}>
        <Periods periods={account.periods} />
      </Section>
    </>
  );
}
