import { addDays } from '../../../platform/time/days.ts';
import type { AttemptState } from '../payments/attempt-states.ts';

/** Days after the first charge on which a card that was refused for now is charged again. */
const daysToRepeat = [1, 3, 7, 10];

/** A charge of the saved card. */
interface Charge {
  /** Local day. */
  day: string;
  state: AttemptState;
}

export interface ChargedAccount {
  /** It pays by card, and has one that can be charged. */
  chargesCard: boolean;
  cancelAtEnd: boolean;
  due: {
    dueOn: string;
    hasInvoice: boolean;
    /** Of the saved card, the earliest first. */
    charges: readonly Charge[];
    /** A payment by card is under way, or an administrator decides about one. */
    isPaying: boolean;
  } | null;
}

/**
 * Returns the day from which an account's saved card is charged next for the period that it asks for: the last day of this
 * one, and again after refusals that may pass. Null: never by itself. A card that was refused for good is none that the
 * account can be charged with; one whose bank wants the payer is paid by the mailed link.
 */
export function findChargeDay({ chargesCard, cancelAtEnd, due }: ChargedAccount): string | null {
  if (!chargesCard || cancelAtEnd || due === null || due.hasInvoice || due.isPaying) return null;
  const [first] = due.charges;
  if (first === undefined) return due.dueOn;
  if (due.charges.some(({ state }) => state === 'needs_person')) return null;
  const days = daysToRepeat[due.charges.length - 1];
  if (days === undefined) return null;
  // after a standstill not twice on a day
  const [next, after] = [addDays(first.day, days), addDays(due.charges.at(-1)?.day ?? first.day, 1)];
  return next > after ? next : after;
}
