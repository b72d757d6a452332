import { type Kysely, sql } from 'kysely';

/**
 * Why: a node that lost the lock of an upload does not know it at once. Who takes an upload up counts on, and what whoever
 * had it before still says of it does not count. The end of a file is written down with its exam alone: what was called
 * whole and came to nothing goes on from its last frame, which is durable.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
ALTER TABLE uploads ADD COLUMN holds integer NOT NULL DEFAULT 0;
GRANT UPDATE (holds) ON uploads TO medcloud_app;
-- an owner is held by forced policies too
ALTER TABLE uploads NO FORCE ROW LEVEL SECURITY;
UPDATE uploads SET offset_bytes = (length_bytes - 1) / 262144 * 262144 WHERE ended_at IS NULL AND offset_bytes = length_bytes;
ALTER TABLE uploads FORCE ROW LEVEL SECURITY;
ALTER TABLE uploads ADD CHECK (ended_at IS NOT NULL OR offset_bytes < length_bytes);
`)
    .execute(db);
}
