import type { Language } from '@medcloud/contract/languages';
import type { Generated } from 'kysely';
import type { Instant, Optional, OptionalJson } from '../../platform/db/columns.ts';
import type { RoleName, SessionRole } from '../core/column-values.ts';

/** Personal API tokens (migration 025). */
export interface ApiTokensTable {
  id: string;
  user_id: string;
  center_id: Optional<string>;
  member_id: Optional<string>;
  doctor_id: Optional<string>;
  name: string;
  token_hash: Buffer;
  created_at: Instant;
  expires_at: Date;
  last_used_at: Optional<Date>;
  revoked_at: Optional<Date>;
}

/** Sessions: only hashes of their secrets, and what helps users recognize them (migrations 001, 038). */
export interface SessionsTable {
  id: string;
  user_id: string;
  role: SessionRole;
  center_id: Optional<string>;
  /** Null for a center's own account. */
  member_id: Optional<string>;
  doctor_id: Optional<string>;
  bearer_hash: Buffer;
  cookie_hash: Buffer;
  created_at: Instant;
  last_seen_at: Instant;
  authenticated_at: Instant;
  idle_seconds: number;
  is_bound: Generated<boolean>;
  expires_at: Date;
  address_block: string;
  browser: Optional<string>;
  system: Optional<string>;
  revoked_at: Optional<Date>;
  revoke_cause: Optional<string>;
}

export interface UsersTable {
  id: string;
  email: string;
  password_hash: string;
  role: RoleName;
  language: Generated<Language>;
  must_change_password: Generated<boolean>;
  initial_password_expires_at: Optional<Date>;
  factor_due_on: Optional<string>;
  subscription_start_date: Optional<string>;
  subscription_end_date: Optional<string>;
  subscription_status: Generated<'active' | 'inactive' | 'expired'>;
  closed_at: Optional<Date>;
  disabled_at: Optional<Date>;
  disabled_by: Optional<string>;
  disabled_reason: Optional<string>;
  /** Set while an alarm holds the account: no sign-in until an administrator releases it. */
  held_at: Optional<Date>;
  viewer_settings: OptionalJson;
  /** How passkeys name the account (WebAuthn, user handle): 32 random bytes. */
  handle: Generated<Buffer>;
  created_at: Instant;
}

export interface PasswordResetsTable {
  id: string;
  user_id: Optional<string>;
  email_index: Buffer;
  token_hash: Buffer;
  created_at: Instant;
  expires_at: Date;
  used_at: Optional<Date>;
  superseded_at: Optional<Date>;
}

/** The tables that `accounts` owns. */
export interface AccountsTables {
  users: UsersTable;
  sessions: SessionsTable;
  api_tokens: ApiTokensTable;
  /** Networks from which a token was used. */
  token_networks: { token_id: string; network: string; first_used_at: Instant };
  password_resets: PasswordResetsTable;
}
