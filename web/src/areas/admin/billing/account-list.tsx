import { subscriptionStates } from '@medcloud/contract/choices';
import { screenPath } from '@medcloud/contract/screens';
import type { BillingAccount } from '@medcloud/contract/shapes/billing/accounts';
import { Receipt } from 'lucide-react';
import { useNavigate } from 'react-router';
import { useBillingAccounts } from '../../../calls/billing-admin.ts';
import { ApiErrorState } from '../../../calls/client/api-error-state.tsx';
import { useToday } from '../../../calls/today.ts';
import { fromList } from '../../../lib/back-link.ts';
import { useFormat } from '../../../text/format.ts';
import { useText, useUiText } from '../../../text/language.tsx';
import { MoreRows } from '../../../ui/data/more-rows.tsx';
import { type Column, Table } from '../../../ui/data/table.tsx';
import { TwoLines } from '../../../ui/data/two-lines.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { AccountState, OwedAmount } from './account-state.tsx';
import { ListToolbar, useListAddress } from './list-toolbar.tsx';
import { usePlanName } from './use-plan-name.ts';

const states = ['owing', 'overdue', ...subscriptionStates] as const;

function useStateOptions() {
  const t = useText('billing/admin');
  return states.map((value) => ({
    value,
    label: value === 'owing' || value === 'overdue' ? t(`accounts.${value}`) : t(`states.${value}`),
  }));
}

function useColumns(today: string): Column<BillingAccount>[] {
  const t = useText('billing/admin.accounts');
  const format = useFormat();
  const planName = usePlanName();
  return [
    {
      key: 'account',
      header: t('account'),
      width: '34%',
      cell: (row) => <TwoLines first={row.name} second={row.email} />,
    },
    { key: 'plan', header: t('plan'), isWideOnly: true, cell: (row) => planName(row) },
    { key: 'state', header: t('state'), cell: (row) => <AccountState account={row} /> },
    {
      key: 'until',
      header: t('until'),
      isWideOnly: true,
      cell: ({ endedOn, periodEnd }) => (
        <span className="figures">
          {endedOn ? t('endedOn', { day: format.day(endedOn) }) : periodEnd && format.day(periodEnd)}
        </span>
      ),
    },
    {
      key: 'owed',
      header: t('owed'),
      align: 'end',
      cell: (row) => <OwedAmount account={row} today={today} />,
    },
  ];
}

/** Lists doctors and centers with what they owe. */
export function AccountList() {
  const t = useText('billing/admin.accounts');
  const ui = useUiText();
  const navigate = useNavigate();
  const today = useToday();
  const address = useListAddress(states);
  const list = useBillingAccounts(address.search, address.state);
  const { rows, error, isFetching, refetch, hasNextPage, isFetchingNextPage, loadMore } = list;
  return (
    <>
      <ListToolbar list="accounts" address={address} options={useStateOptions()} total={rows ? list.total : null} />
      <Table
        label={t('label')}
        columns={useColumns(today)}
        rows={rows}
        rowKey={(row) => row.userId}
        phoneRow={(row) => ({
          title: row.name,
          subtitle: <OwedAmount account={row} today={today} />,
          badge: <AccountState account={row} />,
        })}
        onOpen={({ userId }) => void navigate(screenPath('adminBillingAccount', { userId }), { state: fromList })}
        empty={<EmptyState icon={Receipt} title={t('none')} text={t('noneText')} />}
        error={error && !rows && <ApiErrorState title={t('failed')} query={{ error, isFetching, refetch }} />}
      />
      <MoreRows list={{ hasNextPage, isFetchingNextPage, loadMore }} label={t('more')} busyLabel={ui('list.loading')} />
    </>
  );
}
