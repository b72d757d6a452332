import { breachStates } from '@medcloud/contract/choices';
import { screenPath, screens } from '@medcloud/contract/screens';
import type { BreachSummary } from '@medcloud/contract/shapes/breaches';
import { ListFilter, Plus, ShieldAlert } from 'lucide-react';
import { Link, useNavigate } from 'react-router';
import { useUrlParams, withParam } from '../../../app/routing/url-params.ts';
import { useBreaches } from '../../../calls/breaches.ts';
import { ApiErrorState } from '../../../calls/client/api-error-state.tsx';
import { fromList } from '../../../lib/back-link.ts';
import { useFormat } from '../../../text/format.ts';
import { useText, useUiText } from '../../../text/language.tsx';
import { Button } from '../../../ui/actions/button.tsx';
import { MoreRows } from '../../../ui/data/more-rows.tsx';
import { type Column, type PhoneRow, Table } from '../../../ui/data/table.tsx';
import { TwoLines } from '../../../ui/data/two-lines.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { Select } from '../../../ui/forms/select.tsx';
import { PageHeader } from '../../../ui/layout/page-header.tsx';
import { BreachClock } from './breach-clock.tsx';
import { BreachStateBadge } from './breach-state-badge.tsx';

const views = [...breachStates, 'all'] as const;
type View = (typeof views)[number];

/** The state in the address. */
function useView() {
  const [params, setParams] = useUrlParams();
  const view: View = views.find((each) => each === params.get('state')) ?? 'all';
  const choose = (wanted: View) =>
    setParams((before) => withParam(before, 'state', wanted === 'all' ? '' : wanted), { replace: true });
  return { view, choose };
}

function useColumns(): Column<BreachSummary>[] {
  const t = useText('breaches');
  const format = useFormat();
  return [
    {
      key: 'what',
      header: t('what'),
      width: '40%',
      cell: (row) => <TwoLines first={row.title} second={`${t('noticed')}: ${format.dateTime(row.noticedAt)}`} />,
    },
    { key: 'state', header: t('status'), cell: (row) => <BreachStateBadge state={row.state} /> },
    {
      key: 'authority',
      header: t('authority'),
      cell: (row) => <BreachClock notice={row.authority} isClosed={row.state === 'closed'} />,
    },
    {
      key: 'persons',
      header: t('persons'),
      cell: (row) => <BreachClock notice={row.persons} isClosed={row.state === 'closed'} />,
    },
  ];
}

function usePhoneRow(): (row: BreachSummary) => PhoneRow {
  const t = useText('breaches');
  return (row) => ({
    title: row.title,
    subtitle: (
      <>
        <span className="flex w-full flex-wrap items-center gap-1.5">
          {t('authority')} <BreachClock notice={row.authority} isClosed={row.state === 'closed'} />
        </span>
        <span className="flex w-full flex-wrap items-center gap-1.5">
          {t('persons')} <BreachClock notice={row.persons} isClosed={row.state === 'closed'} />
        </span>
      </>
    ),
    badge: <BreachStateBadge state={row.state} />,
  });
}

function OpenButton() {
  const t = useText('breaches');
  return (
    <Button asChild variant="primary" icon={Plus}>
      <Link to={screens.adminBreachNew}>{t('open')}</Link>
    </Button>
  );
}

function Toolbar({ address, total }: { address: ReturnType<typeof useView>; total: string | null }) {
  const t = useText('breaches');
  const count = total === null ? null : Number.parseInt(total, 10);
  return (
    <div className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-2">
      <Select
        variant="quiet"
        icon={ListFilter}
        label={t('status')}
        value={address.view}
        onChange={address.choose}
        options={views.map((value) => ({ value, label: value === 'all' ? t('allStates') : t(`states.${value}`) }))}
      />
      <p role="status" className="min-h-5 text-body text-ink-muted figures">
        {count !== null && t(total?.endsWith('+') ? 'countMore' : 'count', { count })}
      </p>
    </div>
  );
}

/** Shows the register of data breaches: open records first, with the time left for their notices. */
export function BreachList() {
  const t = useText('breaches');
  const ui = useUiText();
  const navigate = useNavigate();
  const address = useView();
  const list = useBreaches(address.view === 'all' ? null : address.view);
  const { rows, error, isFetching, refetch, hasNextPage, isFetchingNextPage, loadMore } = list;
  const text = address.view === 'all' ? 'none' : 'noneHere';
  return (
    <>
      <PageHeader title={t('title')} purpose={t('purpose')} action={<OpenButton />} />
      <Toolbar address={address} total={rows ? list.total : null} />
      <Table
        label={t('label')}
        columns={useColumns()}
        rows={rows}
        rowKey={(row) => row.id}
        phoneRow={usePhoneRow()}
        onOpen={(row) => void navigate(screenPath('adminBreach', { id: row.id }), { state: fromList })}
        empty={<EmptyState icon={ShieldAlert} title={t(text)} text={t(`${text}Text`)} />}
        error={error && !rows && <ApiErrorState title={t('failed')} query={{ error, isFetching, refetch }} />}
      />
      <MoreRows list={{ hasNextPage, isFetchingNextPage, loadMore }} label={t('more')} busyLabel={ui('list.loading')} />
    </>
  );
}
