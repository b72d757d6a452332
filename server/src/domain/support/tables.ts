import type { Language } from '@medcloud/contract/languages';
import type { Generated } from 'kysely';
import type { Instant, Optional } from '../../platform/db/columns.ts';

export interface SupportMessagesTable {
  id: string;
  reference: string;
  state: Generated<'open' | 'answered' | 'closed'>;
  urgent: boolean;
  role: Optional<'medical-center' | 'doctor' | 'admin' | 'other'>;
  language: Language;
  content_sealed: Buffer;
  user_id: Optional<string>;
  received_at: Instant;
  answered_at: Optional<Date>;
  closed_at: Optional<Date>;
  closed_by: Optional<string>;
}

export interface SupportRepliesTable {
  id: string;
  message_id: string;
  text_sealed: Buffer;
  sent_by: string;
  sent_at: Instant;
}

/** The tables that `support` owns. */
export interface SupportTables {
  support_messages: SupportMessagesTable;
  support_replies: SupportRepliesTable;
}
