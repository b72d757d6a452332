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

/** Sessions: hashes alone, and by what their person knows them apart (migrations 001, 038). */
export interface SessionsTable {
  id: string;
  user_id: string;
  role: 'admin' | 'doctor' | 'medical_center';
  center_id: Optional<string>;
  doctor_id: Optional<string>;
  bearer_hash: Buffer;
  cookie_hash: Buffer;
  created_at: Instant;
  last_seen_at: Instant;
  authenticated_at: Instant;
  idle_seconds: number;
  expires_at: Date;
  address_block: string;
  browser: Optional<string>;
  system: Optional<string>;
  revoked_at: Optional<Date>;
  revoke_cause: Optional<string>;
}
