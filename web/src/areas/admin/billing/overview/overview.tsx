import type { BillingFigures } from '@medcloud/contract/shapes/billing/accounts';
import { useBillingFigures } from '../../../../calls/billing-admin.ts';
import { ApiErrorState } from '../../../../calls/client/api-error-state.tsx';
import { useToday } from '../../../../calls/today.ts';
import { useFormat } from '../../../../text/format.ts';
import { useLanguage, useText } from '../../../../text/language.tsx';
import { StatCards } from '../../../../ui/data/stat-cards.tsx';
import { Table } from '../../../../ui/data/table.tsx';
import { churnOf, monthLabel, twoYearsUntil } from './figures.ts';
import { LineChart } from './line-chart.tsx';

type Month = BillingFigures['months'][number];

function Owed({ figures }: { figures: BillingFigures | undefined }) {
  const t = useText('billing/admin.overview');
  const { euros } = useFormat();
  const owed = figures?.owed;
  return (
    <section className="mt-6">
      <h2 className="mb-3 text-h2">{t('owed')}</h2>
      <StatCards
        stats={[
          { label: t('days14'), value: owed && euros(owed.days14) },
          { label: t('days30'), value: owed && euros(owed.days30) },
          { label: t('days60'), value: owed && euros(owed.days60) },
          { label: t('older'), value: owed && euros(owed.older) },
          { label: t('unallocated'), value: figures && euros(figures.unallocatedCents) },
        ]}
      />
      <p className="mt-2 text-small text-ink-muted">{t('owedNote')}</p>
    </section>
  );
}

function Months({ months }: { months: readonly Month[] }) {
  const t = useText('billing/admin.overview');
  const { euros, number } = useFormat();
  const { language } = useLanguage();
  const label = (row: Month) => monthLabel(row.month, language);
  const churn = (row: Month) => churnOf(row, language);
  const figures = (text: string) => <span className="whitespace-nowrap figures">{text}</span>;
  return (
    <section className="mt-6">
      <h2 className="mb-3 text-h2">{t('months')}</h2>
      <Table
        label={t('months')}
        rows={[...months].reverse()}
        rowKey={(row) => row.month}
        columns={[
          { key: 'month', header: t('month'), cell: label },
          { key: 'mrr', header: t('mrr'), align: 'end', cell: (row) => figures(euros(row.mrrCents)) },
          { key: 'accounts', header: t('accounts'), align: 'end', cell: (row) => figures(number(row.accounts)) },
          { key: 'ended', header: t('ended'), align: 'end', cell: (row) => figures(number(row.endedAccounts)) },
          { key: 'churn', header: t('churn'), align: 'end', cell: (row) => figures(churn(row).accounts) },
          { key: 'churnCents', header: t('churnCents'), align: 'end', cell: (row) => figures(churn(row).cents) },
        ]}
        phoneRow={(row) => ({
          title: label(row),
          subtitle: figures(`${t('accounts')}: ${number(row.accounts)} · ${t('churn')}: ${churn(row).accounts}`),
          badge: figures(euros(row.mrrCents)),
        })}
        empty={null}
      />
      <p className="mt-2 text-small text-ink-muted">{t('note')}</p>
    </section>
  );
}

function Lines({ months }: { months: readonly Month[] }) {
  const t = useText('billing/admin.overview');
  const { euros, number } = useFormat();
  const { language } = useLanguage();
  const points = (value: (row: Month) => number) =>
    months.map((row) => ({ label: monthLabel(row.month, language), value: value(row) }));
  return (
    <div className="grid gap-4 lg:grid-cols-3">
      <LineChart title={t('mrr')} points={points((row) => row.mrrCents)} format={euros} />
      <LineChart title={t('accounts')} points={points((row) => row.accounts)} format={number} />
      <LineChart title={t('ended')} points={points((row) => row.endedAccounts)} format={number} />
    </div>
  );
}

/** Shows what subscriptions bring a month, how many end, and what is owed. */
export function BillingOverview() {
  const t = useText('billing/admin.overview');
  const { data, error, isFetching, refetch } = useBillingFigures(twoYearsUntil(useToday()));
  if (error && !data) return <ApiErrorState title={t('failed')} query={{ error, isFetching, refetch }} />;
  return (
    <>
      <Lines months={data?.months ?? []} />
      <Owed figures={data} />
      {data && <Months months={data.months} />}
    </>
  );
}
