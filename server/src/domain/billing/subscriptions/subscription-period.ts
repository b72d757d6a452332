import { addDays, dayAfter } from '../../../platform/time/days.ts';

/** Days of access once a payment is late; the last reminder names the last of them. */
export const graceDays = 14;

/** A user's subscription as stored: dates without zone, the end day included. */
export interface StoredSubscription {
  status: string;
  start: string | null;
  end: string | null;
}

/** True if the subscription is active on a day `YYYY-MM-DD` of the operator's time zone. The only rule for this. */
export function isEffective({ status, start, end }: StoredSubscription, today: string): boolean {
  return status === 'active' && start !== null && end !== null && start <= today && today <= end;
}

/** Derives the doctor's status: `pending` until a first or next period starts, then active or inactive. */
export function doctorSubscriptionStatus(
  subscription: StoredSubscription,
  today: string,
): 'active' | 'pending' | 'inactive' {
  if (isEffective(subscription, today)) return 'active';
  return subscription.start === null || isUpcoming(subscription, today) ? 'pending' : 'inactive';
}

export type PlanName = 'yearly' | 'monthly';

/** A doctor's plan as stored: the current one, and the one chosen for a later day. */
export interface StoredPlan {
  plan: PlanName;
  nextPlan: PlanName | null;
  nextPlanFrom: string | null;
}

/** Returns the plan of a day. A renewed period has the plan of its first day (product, other decisions). */
export function planOn({ plan, nextPlan, nextPlanFrom }: StoredPlan, day: string): PlanName {
  return nextPlan !== null && nextPlanFrom !== null && nextPlanFrom <= day ? nextPlan : plan;
}

/** Returns the day on which the next period starts: the day after the end of a running period; else null. */
export function nextPeriodDay(subscription: StoredSubscription, today: string): string | null {
  return isEffective(subscription, today) && subscription.end !== null ? dayAfter(subscription.end) : null;
}

/**
 * Returns the status shown in lists of users and centers. It is `expired` once the end has passed, whatever is stored
 * (specification, section 4). It is `pending` for an active subscription that starts later.
 */
export function shownStatus(
  subscription: StoredSubscription,
  today: string,
): 'active' | 'pending' | 'inactive' | 'expired' {
  if (subscription.end !== null && subscription.end < today) return 'expired';
  if (isUpcoming(subscription, today)) return 'pending';
  if (subscription.status === 'active') return 'active';
  return subscription.status === 'expired' ? 'expired' : 'inactive';
}

/** True for an active subscription that starts later. */
function isUpcoming({ status, start }: StoredSubscription, today: string): boolean {
  return status === 'active' && start !== null && start > today;
}

/** Returns the same day `months` later, or the last day of a shorter month. */
export function addMonths(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const lastOfTarget = new Date(Date.UTC(year, month - 1 + months + 1, 0));
  const target = new Date(Date.UTC(year, month - 1 + months, Math.min(date, lastOfTarget.getUTCDate())));
  return target.toISOString().slice(0, 10);
}

/**
 * Returns the last day, included, of a period of months: the day before the same date. If the last month has no such
 * date, the period ends on its last day. For example, 31 January and a month includes all of February.
 */
export function endOfPeriod(start: string, months: number): string {
  const next = addMonths(start, months);
  return next.slice(-2) === start.slice(-2) ? addDays(next, -1) : next;
}

/**
 * Extends a period by months. Counts from the first day if the current end is a whole number of months from it. Twelve
 * renewals of one month therefore end with one renewal of twelve.
 */
export function extendEnd({ start, end }: { start: string; end: string }, months: number): string {
  const currentMonths = countMonths(start, end);
  return currentMonths === null ? endOfPeriod(dayAfter(end), months) : endOfPeriod(start, currentMonths + months);
}

function countMonths(start: string, end: string): number | null {
  const [from, to] = [start, end].map((day) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)));
  const estimate = (to ?? 0) - (from ?? 0);
  return [estimate, estimate + 1].find((months) => endOfPeriod(start, months) === end) ?? null;
}

const daysBeforeEnd = 21;

/** Returns the day on which the next payment by bank transfer is asked for: 21 days before the end. */
export function renewalDay(end: string): string {
  return addDays(end, -daysBeforeEnd);
}
