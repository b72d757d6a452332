import type { NotificationChoice, NotificationKind } from '@medcloud/contract/choices';
import type { Generated } from 'kysely';
import type { Instant, Optional } from '../../platform/db/columns.ts';

/** What a doctor is mailed about: noted in the transaction of the act, sent once. */
interface NotificationsTable {
  id: Generated<number>;
  user_id: string;
  kind: NotificationKind;
  /** The grant, or the exam. */
  subject_id: string;
  /** As chosen when it was noted, or since; otherwise in the day's digest. */
  is_at_once: boolean;
  created_at: Instant;
  sent_at: Optional<Date>;
  /** The day of the digest that named it. */
  digest_on: Optional<string>;
}

/** The tables that `notifications` owns. */
export interface NotificationsTables {
  notifications: NotificationsTable;
  notification_choices: { user_id: string; kind: NotificationKind; choice: NotificationChoice };
}
