import { useState } from 'react';
import { useUrlSearch } from '../../../app/routing/url-search.ts';
import { useUsers } from '../../../calls/admin.ts';
import { lazyComponent } from '../../../lib/lazy-component.tsx';
import { useText, useUiText } from '../../../text/language.tsx';
import { Button } from '../../../ui/actions/button.tsx';
import { MoreRows } from '../../../ui/data/more-rows.tsx';
import { SearchBox } from '../../../ui/forms/search-box.tsx';
import { PageHeader } from '../../../ui/layout/page-header.tsx';
import { UserTable } from './user-table.tsx';

const ManageSubscription = lazyComponent(
  async () => (await import('../shared/subscription/manage-subscription.tsx')).ManageSubscription,
);

/** Shows the number of users or results. The server counts up to 1,000; a plus marks more. */
function UserCount({ total, isSearch }: { total: string | null; isSearch: boolean }) {
  const t = useText('admin');
  if (total === null) return null;
  const count = Number.parseInt(total, 10);
  const key = isSearch ? 'found' : 'count';
  return <>{total.endsWith('+') ? t(`users.${key}More`, { count }) : t(`users.${key}`, { count })}</>;
}

/** Shows the search, the number of results, and a button that clears the search. */
function Toolbar({ typed, change, total, isSearch }: ToolbarProps) {
  const t = useText('admin');
  const ui = useUiText();
  return (
    <div className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-2">
      <SearchBox
        label={t('users.search')}
        placeholder={t('users.searchHint')}
        value={typed}
        onChange={change}
        className="w-full md:w-80"
      />
      <p role="status" className="min-h-5 text-body text-ink-muted figures">
        <UserCount total={total} isSearch={isSearch} />
      </p>
      {isSearch && (
        <Button variant="ghost" size="small" onClick={() => change('')}>
          {ui('action.clearSearch')}
        </Button>
      )}
    </div>
  );
}

interface ToolbarProps {
  typed: string;
  change: (text: string) => void;
  total: string | null;
  isSearch: boolean;
}

/** Lists all user accounts with their subscriptions. */
export function AdminUsers() {
  const t = useText('admin');
  const ui = useUiText();
  const { typed, search, change } = useUrlSearch();
  const users = useUsers(search.trim());
  const [managed, setManaged] = useState<string | null>(null);
  const user = users.rows?.find((row) => row.id === managed);
  return (
    <>
      <PageHeader title={t('users.title')} />
      <Toolbar typed={typed} change={change} total={users.total} isSearch={search !== ''} />
      <UserTable users={users} search={search.trim()} onManage={(row) => setManaged(row.id)} />
      <MoreRows list={users} label={t('users.more')} busyLabel={ui('list.loading')} />
      {user && <ManageSubscription key={user.id} user={user} onClose={() => setManaged(null)} />}
    </>
  );
}
