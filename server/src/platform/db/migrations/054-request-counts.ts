import { type Kysely, sql } from 'kysely';

/**
 * Why: requests a minute are counted over all nodes (security 2.4). Each node counts in memory and adds here, once a second and in
 * one statement, what its busiest callers asked (`shared-counts.ts`). Unlogged: what a crash loses is a minute's count, and
 * nobody waits for it on a disk. The counter's own, by its owner: the application's role has no business in it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
CREATE UNLOGGED TABLE request_counts (
  key varchar(255) PRIMARY KEY,
  points integer NOT NULL,
  most integer NOT NULL,
  ends_at timestamptz NOT NULL
);
`)
    .execute(db);
}
