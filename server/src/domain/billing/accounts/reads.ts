import type { AccountsQuery, SubscriptionState } from '@medcloud/contract';
import { type Expression, sql } from 'kysely';
import { countRows } from '../../../platform/db/queries/count-rows.ts';
import { hasName } from '../../../platform/db/queries/like-patterns.ts';
import type { Reader } from '../../database.ts';

const noDue = '9999-12-31';

/**
 * Selects doctors and centers. `place`: the earliest day by which something is due; open dues have an index of their own,
 * so accounts that owe nothing cost no reading.
 */
function selectAccounts(tx: Reader, search: string) {
  const due = tx
    .selectFrom('dues')
    .select(['user_id', sql<string>`min(due_on)`.as('first')])
    .where('state', '=', 'open')
    .groupBy('user_id')
    .as('due');
  let query = tx
    .selectFrom('users as u')
    .leftJoin('medical_centers as c', 'c.user_id', 'u.id')
    .leftJoin('doctors as d', 'd.user_id', 'u.id')
    .leftJoin('subscriptions as s', 's.user_id', 'u.id')
    .leftJoin(due, 'due.user_id', 'u.id')
    .select([
      'u.id as userId',
      sql<'doctor' | 'medical_center'>`u.role`.as('role'),
      sql<string>`coalesce(c.name, d.first_name || ' ' || d.last_name, u.email)`.as('name'),
      'u.email',
      sql<'yearly' | 'monthly' | 'basic' | 'premium' | 'enterprise'>`coalesce(d.plan::text, c.plan::text)`.as('plan'),
      sql<SubscriptionState>`coalesce(s.state, 'none')`.as('state'),
      sql<boolean>`coalesce(s.cancel_at_end, false)`.as('cancelAtEnd'),
      'u.subscription_end_date as periodEnd',
      's.since',
      sql<string>`coalesce(due.first::text, ${noDue})`.as('place'),
    ])
    .where('u.role', 'in', ['doctor', 'medical_center'])
    .where('u.closed_at', 'is', null)
    .where(sql<boolean>`(c.id IS NOT NULL OR d.id IS NOT NULL)`);
  if (search !== '')
    query = query.where(
      sql<boolean>`(position(any_case(${search}) IN u.email) > 0 OR position(any_case(${search}) IN any_case(c.center_id)) > 0
        OR ${hasName('c.name_key', search)} OR ${hasName('d.name_key', search)})`,
    );
  return query;
}

type PlacedAccount = Awaited<ReturnType<ReturnType<typeof selectAccounts>['executeTakeFirstOrThrow']>>;

/** The last day of an account's periods, of one that was cut the day before. */
const lastDay = sql<string | null>`(SELECT max(least(p.to_day, p.cut_on - 1)) FROM subscription_periods p
  WHERE p.user_id = a."userId" AND p.from_day <= least(p.to_day, p.cut_on - 1))`;

/** When an account's access, or a center's subscription, ended. Null: it goes on, or never began. */
const endedOn = sql<string | null>`CASE
  WHEN a.role = 'doctor' AND a.state IN ('suspended', 'ended') THEN ${lastDay}
  WHEN a.role = 'medical_center' AND a.state = 'ended' THEN least(a."periodEnd", a.since) END`;

/** Adds to the accounts of a page what they owe, what is left of their money, and when they ended. */
function withSums(tx: Reader, page: Expression<PlacedAccount>) {
  return tx
    .selectFrom(sql<PlacedAccount>`(${page})`.as('a'))
    .selectAll('a')
    .select([
      sql<number>`((SELECT coalesce(sum(p.cents), 0) FROM ledger_postings p WHERE p.user_id = a."userId" AND p.account = 'receivable')
      + (SELECT coalesce(sum(d.gross_cents), 0) FROM dues d WHERE d.user_id = a."userId" AND d.state = 'open' AND d.invoice_id IS NULL))::bigint`.as(
        'owedCents',
      ),
      endedOn.as('endedOn'),
      sql<number>`(SELECT greatest(coalesce(-sum(p.cents), 0), 0) FROM ledger_postings p WHERE p.user_id = a."userId" AND p.account = 'unallocated')::bigint`.as(
        'creditCents',
      ),
    ]);
}

export type AccountRow = Awaited<ReturnType<ReturnType<typeof withSums>['executeTakeFirstOrThrow']>>;

interface AccountFilter {
  search: string;
  state: AccountsQuery['state'];
  today: string;
}

function filterAccounts(tx: Reader, { search, state, today }: AccountFilter) {
  const query = tx.selectFrom(selectAccounts(tx, search).as('a')).selectAll('a');
  if (state === undefined) return query;
  if (state === 'owing') return query.where('a.place', '<', noDue);
  if (state === 'overdue') return query.where('a.place', '<', today);
  return query.where('a.state', '=', state);
}

/** Lists a page of accounts, the earliest due first. */
export async function listAccountPage(
  tx: Reader,
  filter: AccountFilter,
  page: { limit: number; after: AccountRow | null },
): Promise<AccountRow[]> {
  let query = filterAccounts(tx, filter);
  if (page.after)
    query = query.where(sql<boolean>`(a.place, a."userId") > (${page.after.place}, ${page.after.userId}::uuid)`);
  const rows = query.orderBy('a.place').orderBy('a.userId').limit(page.limit);
  return await withSums(tx, rows).orderBy('a.place').orderBy('a.userId').execute();
}

const maxCount = 1_001;

/** Counts accounts, up to 1,001. */
export async function countAccounts(tx: Reader, filter: AccountFilter): Promise<number> {
  return await countRows(tx, filterAccounts(tx, filter), maxCount);
}

export async function findAccount(tx: Reader, userId: string): Promise<AccountRow | null> {
  const row = await withSums(tx, selectAccounts(tx, '').where('u.id', '=', userId)).executeTakeFirst();
  return row ?? null;
}

/** Shows the day by which something is due, or null. */
export const dueOnOf = ({ place, owedCents }: Pick<AccountRow, 'place' | 'owedCents'>) =>
  place === noDue || owedCents === 0 ? null : place;
