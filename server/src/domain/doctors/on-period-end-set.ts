import { dayAfter } from '../../platform/time/days.ts';
import type { PeriodEndSet } from '../billing/events.ts';
import type { Tx } from '../database.ts';

/** Moves the first day of a doctor's next plan to the day after the new end. A renewal does not: it adds a period. */
export async function movePlanChange(tx: Tx, { userId, end, today }: PeriodEndSet): Promise<Record<string, never>> {
  await tx
    .updateTable('doctors')
    .set({ next_plan_from: dayAfter(end) })
    .where('user_id', '=', userId)
    .where('next_plan_from', '>', today)
    .execute();
  return {};
}
