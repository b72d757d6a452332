import { sql } from 'kysely';
import { newId } from '../../../platform/ids/ids.ts';
import { type AppContext, today } from '../../core/context.ts';
import type { Reader, Tx } from '../../database.ts';
import type { BillingCause } from '../cause.ts';
import { findContract } from './contract-store.ts';
import { cutPeriods, insertPeriod } from './period-store.ts';
import { findUser } from './reads.ts';
import { setAccess } from './set-access.ts';

/**
 * Ends the delay of an account that owes nothing late any longer. A suspended one has access again from now to the end of
 * the period that it paid for. The caller has locked the account.
 */
export async function restoreAccess(
  context: Pick<AppContext, 'clock' | 'random' | 'settings' | 'events'>,
  tx: Tx,
  cause: BillingCause,
  userId: string,
): Promise<void> {
  const state = (await findContract(tx, userId))?.state;
  if (state !== 'past_due' && state !== 'suspended') return;
  const day = today(context);
  if (await isLate(tx, userId, day)) return;
  if (state === 'past_due') {
    await setAccess(context, tx, cause, { userId, act: 'activate' });
    return;
  }
  const paid = await findPaidDue(tx, userId, day);
  const user = await findUser(tx, userId);
  if (paid === null || user === null) return;
  if (user.role === 'doctor') {
    await cutPeriods(tx, userId, day, day);
    const ids = { id: newId(context.clock, context.random), due_id: paid.id };
    await insertPeriod(tx, { ...ids, user_id: userId, from_day: day, to_day: paid.to, kind: 'paid' });
  }
  const access = { status: 'active', start: user.start ?? day, end: paid.to } as const;
  await setAccess(context, tx, cause, { userId, act: 'activate', access });
}

async function isLate(tx: Reader, userId: string, day: string): Promise<boolean> {
  const row = await tx
    .selectFrom('dues')
    .select('id')
    .where('user_id', '=', userId)
    .where('state', '=', 'open')
    .where('due_on', '<', day)
    .where(sql<boolean>`(kind <> 'upgrade' OR invoice_id IS NOT NULL)`)
    .executeTakeFirst();
  return row !== undefined;
}

/** Finds what was paid for a day and the longest after it. */
async function findPaidDue(tx: Reader, userId: string, day: string) {
  const row = await tx
    .selectFrom('dues')
    .select(['id', 'to_day as to'])
    .where('user_id', '=', userId)
    .where('state', '=', 'paid')
    .where('to_day', '>=', day)
    .orderBy('to_day', 'desc')
    .executeTakeFirst();
  return row ?? null;
}
