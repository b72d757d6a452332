import { formatDay } from '@medcloud/contract/format-day';
import { sql } from 'kysely';
import { preparedMarker } from '../../../platform/db/prepared-statements.ts';
import type { AppContext } from '../../core/context.ts';
import type { Reader } from '../../database.ts';
import type { AttemptState } from '../payments/attempt-states.ts';
import { liveStates } from '../payments/attempt-states.ts';
import type { DunnedAccount } from './decide-step.ts';

/** A billed account as it is dunned. */
export interface AccountRow extends DunnedAccount {
  due: (NonNullable<DunnedAccount['due']> & { grossCents: number }) | null;
  userId: string;
  role: 'doctor' | 'medical_center';
}

type AccountContext = Pick<AppContext, 'payments' | 'settings'>;

/**
 * What the account `s` owes first; of upgrades, invoices alone. An invoice whose payment the card's bank disputes is left
 * alone until the end of that.
 */
function selectDues(tx: Reader) {
  return (
    tx
      .selectFrom('dues as d')
      .select(['d.id', 'd.kind', 'd.due_on as dueOn', 'd.invoice_id as invoiceId', 'd.gross_cents as grossCents'])
      .select([
        sql<{ at: string; state: AttemptState }[]>`(SELECT coalesce(json_agg(json_build_object('at', a.created_at,
        'state', a.state) ORDER BY a.created_at), '[]') FROM payment_attempts a
        WHERE a.user_id = d.user_id AND a.due_id = d.id AND a.purpose = 'charge')`.as('charges'),
        sql<boolean>`EXISTS (SELECT FROM payment_attempts a WHERE a.due_id = d.id
        AND a.state IN ('review', ${sql.join(liveStates.map((state) => sql.lit(state)))}))`.as('isPaying'),
      ])
      .where(sql<boolean>`d.user_id = s.user_id`)
      // literals, for the index of a kept plan
      .where(sql<boolean>`d.state = 'open' AND (d.kind IN ('first', 'renewal') OR d.invoice_id IS NOT NULL)`)
      .where(
        sql<boolean>`(d.invoice_id IS NULL OR NOT EXISTS (SELECT FROM payments p JOIN payment_disputes x ON x.payment_id = p.id
        WHERE p.user_id = d.user_id AND x.state = 'open'))`,
      )
      .orderBy('d.due_on')
      .orderBy('d.id')
      .limit(1)
  );
}

/** Selects billed accounts that may need a step. */
function selectAccounts(tx: Reader, { payments }: AccountContext) {
  const lastDay = (isGrace: boolean) =>
    sql<
      string | null
    >`(SELECT max(p.to_day) FROM subscription_periods p WHERE p.user_id = s.user_id AND p.cut_on IS NULL
      AND (p.kind = 'grace') = ${isGrace})`;
  return tx
    .selectFrom('subscriptions as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .innerJoin('prices as price', 'price.id', 's.price_id')
    .leftJoin('doctors as doctor', 'doctor.user_id', 's.user_id')
    .leftJoin('provider_accounts as card', 'card.user_id', 's.user_id')
    .leftJoinLateral(
      () => selectDues(tx).as('due'),
      (join) => join.onTrue(),
    )
    .select([
      's.user_id as userId',
      sql<AccountRow['role']>`u.role`.as('role'),
      's.state',
      's.since',
      's.cancel_at_end as cancelAtEnd',
      's.next_due_on as nextDueOn',
      'price.period_months as periodMonths',
      sql<boolean>`${payments !== null} AND s.method = 'card' AND coalesce(card.method_state = 'ok', false)
        AND u.disabled_at IS NULL AND u.held_at IS NULL AND coalesce(doctor.state = 'verified', true)`.as(
        'chargesCard',
      ),
      lastDay(false).as('end'),
      lastDay(true).as('graceEnd'),
      'due.id as dueId',
      'due.kind as dueKind',
      'due.dueOn',
      'due.invoiceId',
      'due.grossCents',
      'due.charges',
      'due.isPaying',
      sql<
        DunnedAccount['sent']
      >`(SELECT coalesce(json_agg(json_build_object('mail', t.step, 'since', t.since, 'sentOn', t.sent_on)), '[]')
        FROM dunning_steps t WHERE t.due_id = due.id)`.as('sent'),
    ])
    .where('u.closed_at', 'is', null)
    .where('s.state', 'in', ['trialing', 'active', 'past_due', 'suspended']);
}

type SelectedAccount = Awaited<ReturnType<ReturnType<typeof selectAccounts>['executeTakeFirstOrThrow']>>;

function toAccount({ settings }: AccountContext, row: SelectedAccount): AccountRow {
  const { dueId, dueKind, dueOn, invoiceId, grossCents, charges, isPaying, ...account } = row;
  if (dueId === null || dueOn === null) return { ...account, due: null };
  const due = {
    id: dueId,
    kind: dueKind === 'renewal' ? ('renewal' as const) : ('first' as const),
    dueOn,
    hasInvoice: invoiceId !== null,
    grossCents: grossCents ?? 0,
    charges: (charges ?? []).map(({ at, state }) => ({ day: formatDay(settings.timeZone, new Date(at)), state })),
    isPaying: isPaying === true,
  };
  return { ...account, due };
}

/** Lists a page of the accounts that may need a step on a day. */
export async function listAccounts(
  context: AccountContext,
  tx: Reader,
  day: string,
  page: { after: string | null; limit: number },
): Promise<AccountRow[]> {
  let query = selectAccounts(tx, context).where(
    sql<boolean>`(s.state <> 'active' OR due.id IS NOT NULL OR s.next_due_on IS NULL OR s.next_due_on <= ${day}::date)`,
  );
  if (page.after !== null) query = query.where('s.user_id', '>', page.after);
  return (await query.orderBy('s.user_id').limit(page.limit).execute()).map((row) => toAccount(context, row));
}

export async function findAccount(context: AccountContext, tx: Reader, userId: string): Promise<AccountRow | null> {
  const [account] = await findAccounts(context, tx, [userId]);
  return account ?? null;
}

/** Reads those of the accounts that may need a step. */
export async function findAccounts(
  context: AccountContext,
  tx: Reader,
  userIds: readonly string[],
): Promise<AccountRow[]> {
  const rows = await selectAccounts(tx, context)
    .where(sql<boolean>`s.user_id = ANY (${userIds}::uuid[])`)
    .modifyEnd(preparedMarker)
    .execute();
  return rows.map((row) => toAccount(context, row));
}
