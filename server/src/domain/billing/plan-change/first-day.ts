import { dayAfter } from '../../../platform/time/days.ts';
import type { Reader } from '../../database.ts';
import { type ChargedCenter, listPaidDays } from './center-reads.ts';

/** Finds the day on which a lower plan begins: after the days that were paid for at the present plan's price. */
export async function findFirstDay(tx: Reader, { userId, plan }: ChargedCenter, today: string): Promise<string> {
  const last = (await listPaidDays(tx, userId, today)).findLast((each) => each.plan === `center.${plan}`);
  return last === undefined ? today : dayAfter(last.to);
}
