import { addDays } from '../../../platform/time/days.ts';
import type { DunningMail } from '../dunning/tables.ts';

/** Hour of the day, local time, from which mails leave. */
const mailHour = 9;
/** Days before the day by which it is due. */
const reminderDays = 4;

/** A request for an upgrade that is not paid. */
export interface UnpaidUpgrade {
  dueOn: string;
  /** A payment by card is under way. */
  isPaying: boolean;
  sent: readonly { mail: DunningMail; sentOn: string }[];
}

export type UpgradeStep = 'request' | 'soon' | 'expire';

/** Decides what is to be done with a request for an upgrade on a day and an hour of it, or null. */
export function decideUpgradeStep(
  { dueOn, isPaying, sent }: UnpaidUpgrade,
  day: string,
  hour: number,
): UpgradeStep | null {
  if (isPaying || hour < mailHour) return null;
  if (day > dueOn) return 'expire';
  const isSoon = day >= addDays(dueOn, -reminderDays) && !sent.some(({ mail }) => mail === 'soon');
  if (isSoon && sent.every(({ sentOn }) => sentOn < day)) return 'soon';
  // a saved card was refused, or the next period was paid meanwhile
  return sent.length === 0 ? 'request' : null;
}
