import type { Instant, Optional } from './columns.ts';

/** Personal API tokens, as kysely sees them (migration 025). */
export interface ApiTokensTable {
  id: string;
  user_id: string;
  center_id: Optional<string>;
  doctor_id: Optional<string>;
  name: string;
  token_hash: Buffer;
  created_at: Instant;
  expires_at: Date;
  last_used_at: Optional<Date>;
  revoked_at: Optional<Date>;
}
