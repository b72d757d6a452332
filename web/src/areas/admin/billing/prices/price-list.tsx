import { type PriceState, type PriceVersion, planNames } from '@medcloud/contract/shapes/billing/prices';
import { ListFilter, Tag } from 'lucide-react';
import { useState } from 'react';
import { useUrlParams, withParam } from '../../../../app/routing/url-params.ts';
import { ApiErrorState } from '../../../../calls/client/api-error-state.tsx';
import { usePrices } from '../../../../calls/prices.ts';
import { useFormat } from '../../../../text/format.ts';
import { useText, useUiText } from '../../../../text/language.tsx';
import { Button } from '../../../../ui/actions/button.tsx';
import { Badge, type BadgeVariant } from '../../../../ui/data/badge.tsx';
import { MoreRows } from '../../../../ui/data/more-rows.tsx';
import { type Column, Table } from '../../../../ui/data/table.tsx';
import { TwoLines } from '../../../../ui/data/two-lines.tsx';
import { EmptyState } from '../../../../ui/feedback/empty-state.tsx';
import { Select } from '../../../../ui/forms/select.tsx';
import { ListCount } from '../../shared/list-count.tsx';
import { usePlanName } from '../use-plan-name.ts';
import { PriceDialog } from './price-dialog.tsx';

const variants = {
  coming: 'info',
  current: 'ok',
  past: 'neutral',
  replaced: 'neutral',
} as const satisfies Record<PriceState, BadgeVariant>;

function PriceStateBadge({ price }: { price: PriceVersion }) {
  const t = useText('billing/prices.states');
  return <Badge variant={variants[price.state]}>{t(price.state)}</Badge>;
}

function useChargedText() {
  const t = useText('billing/prices');
  const format = useFormat();
  return ({ grossCents, periodMonths }: PriceVersion) =>
    t('charged', { amount: format.euros(grossCents), months: periodMonths });
}

function AddButton({ price, onAdd }: { price: PriceVersion; onAdd: (price: PriceVersion) => void }) {
  const t = useText('billing/prices');
  const planName = usePlanName();
  if (!price.isLatest) return null;
  const plan = price.center === null ? planName(price) : `${planName(price)}, ${price.center.name}`;
  return (
    <Button size="small" aria-label={t('addOf', { plan })} onClick={() => onAdd(price)}>
      {t('add')}
    </Button>
  );
}

function useColumns(onAdd: (price: PriceVersion) => void): Column<PriceVersion>[] {
  const t = useText('billing/prices');
  const format = useFormat();
  const planName = usePlanName();
  const charged = useChargedText();
  const figures = (text: string) => <span className="figures">{text}</span>;
  return [
    {
      key: 'plan',
      header: t('plan'),
      width: '26%',
      cell: (row) =>
        row.center === null ? planName(row) : <TwoLines first={planName(row)} second={row.center.name} />,
    },
    { key: 'period', header: t('period'), cell: (row) => figures(charged(row)) },
    { key: 'month', header: t('month'), isWideOnly: true, cell: (row) => figures(format.euros(row.monthCents)) },
    { key: 'from', header: t('from'), cell: (row) => figures(format.day(row.from)) },
    { key: 'state', header: t('state'), cell: (row) => <PriceStateBadge price={row} /> },
    { key: 'add', header: '', align: 'end', cell: (row) => <AddButton price={row} onAdd={onAdd} /> },
  ];
}

/** The plan in the address. */
function usePlanFilter() {
  const [params, setParams] = useUrlParams();
  const plan = planNames.find((each) => each === params.get('plan'));
  const choose = (wanted: string) =>
    setParams((before) => withParam(before, 'plan', wanted === 'all' ? '' : wanted), { replace: true });
  return { plan, choose };
}

function Toolbar({ total }: { total: string | null }) {
  const t = useText('billing/prices');
  const planName = usePlanName();
  const { plan, choose } = usePlanFilter();
  return (
    <div className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-2">
      <Select
        variant="quiet"
        icon={ListFilter}
        label={t('filter')}
        value={plan ?? 'all'}
        onChange={choose}
        options={[
          { value: 'all', label: t('all') },
          ...planNames.map((value) => ({ value, label: planName({ plan: value }) })),
        ]}
      />
      <ListCount
        total={total}
        formatCount={(count) => t('count', { count })}
        formatMoreThan={(count) => t('countMore', { count })}
      />
    </div>
  );
}

/** Lists all versions of the prices, the latest day first. A new one is added beside the latest of its plan. */
export function PriceList() {
  const t = useText('billing/prices');
  const ui = useUiText();
  const format = useFormat();
  const planName = usePlanName();
  const charged = useChargedText();
  const [changed, setChanged] = useState<PriceVersion | null>(null);
  const list = usePrices(usePlanFilter().plan);
  const { rows, error, isFetching, refetch, hasNextPage, isFetchingNextPage, loadMore } = list;
  return (
    <>
      <Toolbar total={rows ? list.total : null} />
      <Table
        label={t('label')}
        columns={useColumns(setChanged)}
        rows={rows}
        rowKey={(row) => row.id}
        phoneRow={(row) => ({
          title: row.center?.name ?? planName(row),
          subtitle: (
            <span className="figures">
              {charged(row)} · {format.day(row.from)}
            </span>
          ),
          badge: <PriceStateBadge price={row} />,
          action: <AddButton price={row} onAdd={setChanged} />,
        })}
        empty={<EmptyState icon={Tag} title={t('none')} text={t('noneText')} />}
        error={error && !rows && <ApiErrorState title={t('failed')} query={{ error, isFetching, refetch }} />}
      />
      <MoreRows list={{ hasNextPage, isFetchingNextPage, loadMore }} label={t('more')} busyLabel={ui('list.loading')} />
      <p className="mt-4 max-w-[70ch] text-small text-ink-muted">{t('note')}</p>
      {changed && <PriceDialog price={changed} onClose={() => setChanged(null)} />}
    </>
  );
}
