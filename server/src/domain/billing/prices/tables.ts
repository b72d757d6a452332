import type { Instant } from '../../../platform/db/columns.ts';

/** The mails about a new price, each once. */
export interface PriceNoticesTable {
  user_id: string;
  price_id: string;
  /** The day from which its 30 days count. */
  sent_on: string;
  at: Instant;
}
