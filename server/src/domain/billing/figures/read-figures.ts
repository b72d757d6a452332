import { type BillingFigures, issueCode } from '@medcloud/contract';
import { createFieldFault } from '@medcloud/contract/faults';
import type { AdminScope } from '../../authorization/scope.ts';
import { type TimeContext, today } from '../../core/context.ts';
import type { Reader } from '../../database.ts';
import { addMonths } from '../subscriptions/subscription-period.ts';
import { findHomeRate } from './home-rate.ts';
import { listMonths, type MonthRow, sumOwedByAge, sumUnallocated } from './reads.ts';
import { listStoredMonths } from './store.ts';
import { maxMonths } from './store-months.ts';

/**
 * Reads the figures of the months of some days, and what is owed today. A month that has not ended counts until today.
 * Throws `validation` for days in the wrong order, in the future, or over more than five years.
 */
export async function readFigures(
  context: TimeContext,
  scope: AdminScope,
  { from, to }: { from: string; to: string },
): Promise<BillingFigures> {
  const day = today(context);
  if (to > day) throw createFieldFault('to', issueCode('time_future'));
  if (from > to) throw createFieldFault('from', issueCode('days_order'));
  if (addMonths(from, maxMonths) <= to) throw createFieldFault('from', issueCode('years_five'));
  return await context.db.read(scope, async (tx) => ({
    months: await readMonths(tx, { from, to, today: day, basisPoints: await findHomeRate(context, tx, day) }),
    owed: await sumOwedByAge(tx, day),
    unallocatedCents: await sumUnallocated(tx),
  }));
}

/** Takes past months as they are stored, and computes the others: usually the running one alone. */
async function readMonths(
  tx: Reader,
  { from, to, today, basisPoints }: { from: string; to: string; today: string; basisPoints: number },
): Promise<MonthRow[]> {
  const stored = await listStoredMonths(tx, { first: from.slice(0, 7), last: to.slice(0, 7), basisPoints });
  const first = addMonths(`${from.slice(0, 7)}-01`, stored.length);
  if (first > to) return stored;
  return [...stored, ...(await listMonths(tx, { first, last: to, today, basisPoints }))];
}
