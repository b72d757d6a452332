import type { User } from '@medcloud/contract/shapes/accounts';
import { UserSearch, Users } from 'lucide-react';
import { useSession } from '../../../app/session/session.tsx';
import type { useUsers } from '../../../calls/admin.ts';
import { ApiErrorState } from '../../../calls/client/api-error-state.tsx';
import { useMedia } from '../../../lib/media.ts';
import { useFormat } from '../../../text/format.ts';
import { useText, useUiText } from '../../../text/language.tsx';
import { Button } from '../../../ui/actions/button.tsx';
import { RowButtons } from '../../../ui/actions/row-buttons.tsx';
import { EmailAddress } from '../../../ui/data/email-address.tsx';
import { Highlight } from '../../../ui/data/highlight.tsx';
import { MatchedName } from '../../../ui/data/matched-name.tsx';
import { type Column, type PhoneRow, Table } from '../../../ui/data/table.tsx';
import { TwoLines } from '../../../ui/data/two-lines.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { accountOfUser } from '../shared/accounts/account-actions.ts';
import { AccountMenu } from '../shared/accounts/account-menu.tsx';
import { DisabledBadge } from '../shared/accounts/disabled-account.tsx';
import { findMatchRanges } from '../shared/find-match-ranges.ts';
import { useFactorReset } from './factor-reset/use-factor-reset.tsx';
import { FactorResetBadge, HeldBadge, RoleBadge, SubscriptionBadge } from './user-badges.tsx';

interface UserTableProps {
  users: ReturnType<typeof useUsers>;
  search: string;
  onManage: (user: User) => void;
}

type Manage = UserTableProps['onManage'];

/** Shows the email with the search text highlighted. */
function Email({ user, search }: { user: User; search: string }) {
  return (
    // below 1280 px the column is narrow: the email wraps and is not cut
    <span className="max-xl:whitespace-normal">
      <EmailAddress address={user.email} ranges={findMatchRanges(user.email, search)} />
    </span>
  );
}

function Ids({ user, search }: { user: User; search: string }) {
  return (
    <>
      {user.centerId && (
        <>
          <span className="code text-ink">
            <Highlight text={user.centerId} ranges={findMatchRanges(user.centerId, search)} />
          </span>{' '}
          ·{' '}
        </>
      )}
      <span className="code">{user.id}</span>
    </>
  );
}

/** Returns the name of the doctor or center, or undefined if the user has none. */
function useName(): (user: User) => string | undefined {
  const format = useFormat();
  return ({ centerName, member, firstName, lastName }) =>
    centerName ??
    (member && `${member.displayName}, ${member.centerName}`) ??
    (firstName !== undefined && lastName !== undefined ? format.doctor({ firstName, lastName }) : undefined);
}

function RoleAndName({ user, search }: { user: User; search: string }) {
  const name = useName()(user);
  return (
    <span className="block max-w-36 xl:max-w-42">
      <span className="flex flex-wrap gap-1">
        <RoleBadge role={user.role} />
        <DisabledBadge account={accountOfUser(user, '')} />
        <HeldBadge user={user} />
        <FactorResetBadge user={user} />
      </span>
      {name && (
        <span className="line-clamp-2 text-small text-ink-muted">
          <MatchedName name={name} search={search} />
        </span>
      )}
    </span>
  );
}

function ManageButton({ user, onManage }: { user: User; onManage: Manage }) {
  const t = useText('admin');
  if (user.role === 'admin' || user.member) return null;
  return (
    <Button
      size="small"
      aria-label={t('users.manageOf', { email: user.email })}
      onClick={(event) => {
        event.stopPropagation(); // the row's own handler opens the same dialog
        onManage(user);
      }}
    >
      {/* Short below 1280 px: the emails need the room beside the navigation. */}
      <span className="xl:hidden">{t('users.manageShort')}</span>
      <span className="whitespace-nowrap max-xl:hidden">{t('subscription.title')}</span>
    </Button>
  );
}

/** Shows the buttons for the subscription and the account. One's own account has no account menu. */
function Actions({ user, onManage }: { user: User; onManage: Manage }) {
  const nameOf = useName();
  const { user: own } = useSession();
  const name = nameOf(user) ?? user.email;
  const { items, dialogSlot } = useFactorReset(user, name);
  return (
    <span className="inline-flex items-center gap-1">
      <ManageButton user={user} onManage={onManage} />
      {own?.id !== user.id && <AccountMenu account={accountOfUser(user, name)} more={items} />}
      <RowButtons>{dialogSlot}</RowButtons>
    </span>
  );
}

function Day({ day }: { day: string | null }) {
  const format = useFormat();
  return day === null ? (
    <span className="text-ink-muted">–</span>
  ) : (
    <span className="figures whitespace-nowrap">{format.day(day)}</span>
  );
}

/** Below 1024 px shows the last day under the status, because another column would cut the emails. */
function SubscriptionUntil({ user }: { user: User }) {
  const t = useText('admin');
  const format = useFormat();
  const day = user.subscriptionEndDate;
  return (
    <>
      <SubscriptionBadge user={user} />
      {day !== null && (
        <span className="mt-1 block text-small whitespace-nowrap text-ink-muted figures lg:hidden">
          {t('users.until', { date: format.day(day) })}
        </span>
      )}
    </>
  );
}

function useColumns(search: string, onManage: Manage): Column<User>[] {
  const t = useText('admin');
  const ui = useUiText();
  const format = useFormat();
  const isWide = useMedia('(width >= 80rem)'); // narrower windows have no room for this column beside the navigation
  const created: Column<User> = {
    key: 'created',
    header: t('users.created'),
    cell: (user) => <span className="figures whitespace-nowrap">{format.date(user.createdAt)}</span>,
  };
  return [
    {
      key: 'email',
      header: ui('field.email'),
      width: '37%',
      cell: (user) => (
        <TwoLines first={<Email user={user} search={search} />} second={<Ids user={user} search={search} />} />
      ),
    },
    { key: 'role', header: t('users.role'), cell: (user) => <RoleAndName user={user} search={search} /> },
    { key: 'subscription', header: ui('field.subscription'), cell: (user) => <SubscriptionUntil user={user} /> },
    {
      key: 'expires',
      header: t('users.expires'),
      isWideOnly: true,
      cell: (user) => <Day day={user.subscriptionEndDate} />,
    },
    ...(isWide ? [created] : []),
    { key: 'actions', header: '', align: 'end', cell: (user) => <Actions user={user} onManage={onManage} /> },
  ];
}

function usePhoneRow(search: string, onManage: Manage): (user: User) => PhoneRow {
  const t = useText('admin');
  const format = useFormat();
  const nameOf = useName();
  return (user) => ({
    title: <Email user={user} search={search} />,
    subtitle: (
      <>
        {nameOf(user) && (
          <span className="block w-full truncate text-ink">
            <MatchedName name={nameOf(user) ?? ''} search={search} />
          </span>
        )}
        <span className="flex w-full flex-wrap gap-x-2 gap-y-1 pt-1">
          <RoleBadge role={user.role} />
          <DisabledBadge account={accountOfUser(user, '')} />
          <HeldBadge user={user} />
          <FactorResetBadge user={user} />
          <SubscriptionBadge user={user} />
        </span>
        <span className="block w-full truncate">
          {user.subscriptionEndDate && (
            <>
              <span className="text-ink figures">
                {t('users.until', { date: format.day(user.subscriptionEndDate) })}
              </span>
              {' · '}
            </>
          )}
          <Ids user={user} search={search} />
        </span>
      </>
    ),
    action: <Actions user={user} onManage={onManage} />,
  });
}

function NoUsers({ isSearch }: { isSearch: boolean }) {
  const t = useText('admin');
  return (
    <EmptyState
      icon={isSearch ? UserSearch : Users}
      title={t('users.none')}
      text={t(isSearch ? 'users.noneText' : 'users.noneAtAll')}
    />
  );
}

/** Lists the users in every load state. */
export function UserTable({ users, search, onManage }: UserTableProps) {
  const t = useText('admin');
  const errorState = users.error && !users.rows && <ApiErrorState title={t('users.failed')} query={users} />;
  return (
    <Table
      label={t('users.title')}
      columns={useColumns(search, onManage)}
      rows={users.rows}
      rowKey={(user) => user.id}
      phoneRow={usePhoneRow(search, onManage)}
      onOpen={onManage}
      canOpen={(user) => user.role !== 'admin' && !user.member}
      empty={<NoUsers isSearch={search !== ''} />}
      error={errorState}
    />
  );
}
