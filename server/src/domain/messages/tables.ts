import type { Generated } from 'kysely';
import type { Instant, Optional } from '../../platform/db/columns.ts';
import type { OutboxState } from './states.ts';

export interface OutboxMessagesTable {
  id: string;
  channel: 'sms' | 'mail';
  kind: string;
  state: OutboxState | 'decoy';
  sealed: Optional<Buffer>;
  otp_id: Optional<string>;
  link_hash: Optional<Buffer>;
  attempts: Generated<number>;
  last_error: Optional<string>;
  created_at: Instant;
  expires_at: Date;
  sending_at: Optional<Date>;
  done_at: Optional<Date>;
}

/** The tables that `messages` owns. */
export interface MessagesTables {
  outbox_messages: OutboxMessagesTable;
  sms_days: { day: string; sent: number };
}
