import { addDays } from '../../../platform/time/days.ts';
import type { Reader } from '../../database.ts';
import { graceDays } from '../subscriptions/subscription-period.ts';
import { warningDays } from './decide-step.ts';

/** Returns the last day of access of an account that is late since a day, as its last reminder names it. */
export async function findLastDay(tx: Reader, dueId: string, since: string): Promise<string> {
  const last = await tx
    .selectFrom('dunning_steps')
    .select('sent_on as sentOn')
    .where('due_id', '=', dueId)
    .where('step', '=', 'last')
    .where('since', '=', since)
    .executeTakeFirst();
  return last ? addDays(last.sentOn, warningDays) : addDays(since, graceDays - 1);
}
