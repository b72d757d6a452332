import { screenPath } from '@medcloud/contract/screens';
import type { ReceivedPayment } from '@medcloud/contract/shapes/billing/received-payments';
import { Banknote } from 'lucide-react';
import { useNavigate } from 'react-router';
import { useUrlParams, withParam } from '../../../app/routing/url-params.ts';
import { useReceivedPayments } from '../../../calls/billing-admin.ts';
import { ApiErrorState } from '../../../calls/client/api-error-state.tsx';
import { fromList } from '../../../lib/back-link.ts';
import { useFormat } from '../../../text/format.ts';
import { useText, useUiText } from '../../../text/language.tsx';
import { Badge } from '../../../ui/data/badge.tsx';
import { MoreRows } from '../../../ui/data/more-rows.tsx';
import { type Column, Table } from '../../../ui/data/table.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { DateFilter } from '../../../ui/forms/date-filter.tsx';
import { ListCount } from '../shared/list-count.tsx';

/** How it came, or what became of it. */
function PaymentState({ payment: { driver, isUndone, dispute } }: { payment: ReceivedPayment }) {
  const t = useText('billing/payments');
  const account = useText('billing/admin.account');
  if (isUndone) return <Badge>{account('undone')}</Badge>;
  if (dispute === 'open' || dispute === 'lost') return <Badge variant="warn">{account(`disputes.${dispute}`)}</Badge>;
  return <Badge>{t(`ways.${driver === 'hand' ? 'manual' : driver}`)}</Badge>;
}

function useColumns(): Column<ReceivedPayment>[] {
  const t = useText('billing/payments');
  const format = useFormat();
  const figures = (text: string) => <span className="figures">{text}</span>;
  return [
    {
      key: 'day',
      header: t('day'),
      cell: ({ receivedOn, dayCents }) => (
        <>
          <span className="block figures">{format.day(receivedOn)}</span>
          <span className="block text-small text-ink-muted figures">
            {t('daySum', { amount: format.euros(dayCents) })}
          </span>
        </>
      ),
    },
    { key: 'payer', header: t('payer'), width: '28%', cell: ({ name }) => name || t('unknown') },
    {
      key: 'paid',
      header: t('paid'),
      isWideOnly: true,
      cell: ({ paid }) => (paid.length === 0 ? t('nothingPaid') : <span className="code">{paid.join(', ')}</span>),
    },
    { key: 'way', header: t('way'), cell: (payment) => <PaymentState payment={payment} /> },
    { key: 'amount', header: t('amount'), align: 'end', cell: ({ cents }) => figures(format.euros(cents)) },
  ];
}

/** The day in the address. */
function useDay() {
  const [params, setParams] = useUrlParams();
  const choose = (day: string) => setParams((before) => withParam(before, 'day', day), { replace: true });
  return { day: params.get('day') ?? '', choose };
}

/** Lists payments of all accounts, newest first, or those of a day, with what each day brought. */
export function ReceivedPayments() {
  const t = useText('billing/payments');
  const ui = useUiText();
  const format = useFormat();
  const navigate = useNavigate();
  const { day, choose } = useDay();
  const list = useReceivedPayments(day);
  const { rows, error, isFetching, refetch, hasNextPage, isFetchingNextPage, loadMore } = list;
  return (
    <>
      <div className="mb-3 flex flex-wrap items-end gap-x-3 gap-y-2">
        <DateFilter label={t('filter')} value={day} onChange={choose} />
        <ListCount
          total={rows ? list.total : null}
          formatCount={(count) => t('count', { count })}
          formatMoreThan={(count) => t('countMore', { count })}
        />
      </div>
      <Table
        label={t('label')}
        columns={useColumns()}
        rows={rows}
        rowKey={({ id }) => id}
        onOpen={({ userId }) =>
          userId === null
            ? undefined
            : void navigate(screenPath('adminBillingAccount', { userId }), { state: fromList })
        }
        canOpen={({ userId }) => userId !== null}
        phoneRow={(payment) => ({
          title: payment.name || t('unknown'),
          subtitle: (
            <span className="figures">
              {format.day(payment.receivedOn)} · {format.euros(payment.cents)}
            </span>
          ),
          badge: <PaymentState payment={payment} />,
        })}
        empty={<EmptyState icon={Banknote} title={t('none')} text={t('noneText')} />}
        error={error && !rows && <ApiErrorState title={t('failed')} query={{ error, isFetching, refetch }} />}
      />
      <MoreRows list={{ hasNextPage, isFetchingNextPage, loadMore }} label={t('more')} busyLabel={ui('list.loading')} />
    </>
  );
}
