import type { Reader } from '../../database.ts';
import type { DueRow } from '../dues/reads.ts';
import { liveStates } from '../payments/attempt-states.ts';
import type { UnpaidUpgrade } from './decide-upgrade-step.ts';

/** Reads what decides the next step of a request for an upgrade. */
export async function readUpgrade(tx: Reader, { id, dueOn }: DueRow): Promise<UnpaidUpgrade> {
  const sent = await tx
    .selectFrom('dunning_steps')
    .select(['step as mail', 'sent_on as sentOn'])
    .where('due_id', '=', id)
    .execute();
  // its end is not known, or an administrator decides about it
  const attempt = await tx
    .selectFrom('payment_attempts')
    .select('id')
    .where('due_id', '=', id)
    .where('state', 'in', ['review', ...liveStates])
    .limit(1)
    .executeTakeFirst();
  return { dueOn, isPaying: attempt !== undefined, sent };
}
