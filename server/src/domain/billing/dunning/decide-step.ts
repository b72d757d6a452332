import { addDays } from '../../../platform/time/days.ts';
import type { SubscriptionState } from '../subscriptions/states.ts';
import { graceDays } from '../subscriptions/subscription-period.ts';
import { type ChargedAccount, findChargeDay } from './decide-charge.ts';
import type { DunningMail } from './tables.ts';

/** No access ends sooner after the last reminder. */
export const warningDays = 7;
const suspendedDays = 60;
/** Hours of the day, local time, from which cards are charged and mails leave. */
const chargeHour = 3;
const mailHour = 9;
/** By days from the day by which the payment is due. */
const remindersBefore = {
  first: { soon: -4 },
  renewal: { request: -366, soon: -7, due: 0 },
  card: { card_soon: -366 },
} as const;
/** Of a card that is charged for less than a year the mail leaves 7 days before, not 21. */
const daysLaterByCard = 14;

/** What is owed first. */
export type DunnedDue = NonNullable<ChargedAccount['due']> & {
  id: string;
  /** `renewal` asks for the next period; `first` is an invoice for a period that began, or for an upgrade. */
  kind: 'first' | 'renewal';
};

/** A billed account with what decides its next step. Days are `YYYY-MM-DD` of the operator's zone. */
export interface DunnedAccount extends ChargedAccount {
  state: SubscriptionState;
  since: string;
  nextDueOn: string | null;
  periodMonths: number;
  /** The last day without grace, and with it; null if no period is left. */
  end: string | null;
  graceEnd: string | null;
  due: DunnedDue | null;
  /** Mails about the due. */
  sent: readonly { mail: DunningMail; since: string; sentOn: string }[];
}

export type Step =
  /** Ask for the next period. */
  | { act: 'ask' }
  /** Take back the request for it. */
  | { act: 'withdraw' }
  | { act: 'extend'; until: string }
  | { act: 'mark_late' }
  | { act: 'activate' }
  | { act: 'suspend' }
  | { act: 'end' }
  /** Charge the saved card. */
  | { act: 'charge' }
  | { act: 'mail'; mail: DunningMail; since: string };

/**
 * Decides the next step of an account on a day and an hour of it, or null. Steps that are told by mail are taken from the
 * hour of mails on. Each step changes the account so that it is not decided again.
 */
export function decideStep(account: DunnedAccount, day: string, hour: number): Step | null {
  const { state, due } = account;
  if (state === 'suspended')
    return day >= addDays(account.since, suspendedDays) && hour >= mailHour ? { act: 'end' } : null;
  if (state === 'past_due') return decideLate(account, day, hour);
  if (state !== 'active' && state !== 'trialing') return null;
  if (due === null) return decideWithoutDue(account, day);
  if (account.cancelAtEnd && !due.hasInvoice) return { act: 'withdraw' };
  // an administrator let the access end before the invoice is due
  if (due.hasInvoice && [account.end, account.graceEnd].every((last) => last === null || last < day))
    return { act: 'end' };
  return decideBefore(account, due, day, hour);
}

function decideWithoutDue(account: DunnedAccount, day: string): Step | null {
  const { state, end, cancelAtEnd, nextDueOn } = account;
  const hasEnded = end === null || end < day;
  const isAsked = (state === 'active' || state === 'trialing') && !cancelAtEnd && nextDueOn !== null;
  const isLater = account.chargesCard && account.periodMonths < 12;
  if (isAsked) return addDays(nextDueOn, isLater ? daysLaterByCard : 0) <= day ? { act: 'ask' } : null;
  return hasEnded ? { act: 'end' } : null;
}

/** A payment that is not late yet: reminders, then grace on the last day, so that no hour is without access. A trial has none. */
function decideBefore(account: DunnedAccount, due: DunnedDue, day: string, hour: number): Step | null {
  const { state, end, graceEnd } = account;
  const opensNext = !due.hasInvoice && due.kind === 'renewal';
  const hasEnded = end === null || end < day;
  const isLate = day > due.dueOn && (hasEnded || !opensNext);
  if (isLate || (state === 'trialing' && hasEnded)) {
    if (state !== 'trialing') return { act: 'mark_late' };
    return hour >= mailHour ? { act: 'end' } : null;
  }
  const until = addDays(due.dueOn, graceDays);
  const isCovered = [end, graceEnd].some((last) => last !== null && last >= until);
  if (state !== 'trialing' && opensNext && day === due.dueOn && !isCovered) return { act: 'extend', until };
  if (mayCharge(account, day, hour)) return { act: 'charge' };
  if (hour < mailHour) return null;
  const rejection = decideRejectionMail(account, due);
  if (rejection !== null || due.charges.length > 0) return rejection;
  const reminders = remindersBefore[account.chargesCard && !due.hasInvoice ? 'card' : due.kind];
  const passed = Object.entries(reminders).filter(([, days]) => addDays(due.dueOn, days) <= day);
  // after a standstill only the latest goes
  const mail = passed.at(-1)?.[0] as DunningMail | undefined;
  return mail === undefined || wasSent(account, mail, due.dueOn) ? null : { act: 'mail', mail, since: due.dueOn };
}

function decideLate(account: DunnedAccount, day: string, hour: number): Step | null {
  const { due, since, end } = account;
  if (account.cancelAtEnd && due && !due.hasInvoice) return { act: 'withdraw' };
  if (due === null) return end !== null && end >= day ? { act: 'activate' } : { act: 'end' };
  if (day <= due.dueOn) return { act: 'activate' };
  if (mayCharge(account, day, hour)) return { act: 'charge' };
  if (hour < mailHour) return null;
  const rejection = decideRejectionMail(account, due);
  if (rejection !== null) return rejection;
  const last = account.sent.find(({ mail, since: from }) => mail === 'last' && from === since);
  if (last === undefined) return remindLate(account, due, day);
  if (day <= addDays(last.sentOn, warningDays)) return null;
  return { act: due.hasInvoice ? 'suspend' : 'end' };
}

function remindLate(account: DunnedAccount, due: DunnedDue, day: string): Step | null {
  const { since } = account;
  if (day >= addDays(since, graceDays - 1 - warningDays)) return { act: 'mail', mail: 'last', since };
  const isInformed = wasSent(account, 'due', due.dueOn) || due.charges.some(({ state }) => reportedStates.has(state));
  const knows = due.kind === 'renewal' && since === addDays(due.dueOn, 1) && isInformed;
  return knows || due.isPaying || wasSent(account, 'late', since) ? null : { act: 'mail', mail: 'late', since };
}

const wasSent = ({ sent }: DunnedAccount, mail: DunningMail, since: string) =>
  sent.some((each) => each.mail === mail && each.since === since);

/** Ends of a charge of which a mail told. */
const reportedStates: ReadonlySet<string> = new Set(['refused', 'needs_person']);

function mayCharge(account: DunnedAccount, day: string, hour: number): boolean {
  const chargeDay = findChargeDay(account);
  return chargeDay !== null && chargeDay <= day && hour >= chargeHour;
}

/** Tells that the bank refused the latest charge. */
function decideRejectionMail(account: DunnedAccount, { charges }: DunnedDue): Step | null {
  const latest = charges.at(-1);
  if (latest?.state !== 'refused' || wasSent(account, 'card_failed', latest.day)) return null;
  return { act: 'mail', mail: 'card_failed', since: latest.day };
}
