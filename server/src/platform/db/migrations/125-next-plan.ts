import { type Kysely, sql } from 'kysely';

/** Why: a center chooses another plan by itself, and a lower one begins after the days that it paid for. Null: its plan stays. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`ALTER TABLE subscriptions ADD COLUMN next_plan text CHECK (next_plan IN ('basic', 'premium'))`.execute(db);
}
