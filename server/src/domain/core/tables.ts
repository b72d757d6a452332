import type { Instant, Optional } from '../../platform/db/columns.ts';

export interface IdempotencyKeysTable {
  user_id: string;
  route: string;
  key: string;
  request_hash: Buffer;
  object_id: Optional<string>;
  created_at: Instant;
}

/** The tables that `core` owns. */
export interface CoreTables {
  idempotency_keys: IdempotencyKeysTable;
}
