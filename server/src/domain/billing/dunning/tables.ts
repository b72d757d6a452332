import type { Instant } from '../../../platform/db/columns.ts';

/**
 * A mail about a due: `request` to `last` ask for the payment, `card_soon` and `card_failed` tell of charges of a saved card,
 * the others say what followed.
 */
export type DunningMail =
  | 'request'
  | 'soon'
  | 'due'
  | 'late'
  | 'last'
  | 'suspended'
  | 'ended'
  | 'card_soon'
  | 'card_failed';

/** The mails that were sent, each once. */
export interface DunningStepsTable {
  due_id: string;
  step: DunningMail;
  /** The day from which the payment is late; before that, the day by which it is due; of `card_failed`, that of the charge. */
  since: string;
  sent_on: string;
  at: Instant;
}
