import { type Kysely, sql } from 'kysely';

/**
 * Why: a running subscription gets a new price at the first renewal that begins at least 30 days after its notice
 * (docs/decisions/074). Each notice is a row, so that none goes twice.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db);
}

const statements = `
CREATE TABLE price_notices (
  user_id uuid NOT NULL REFERENCES users (id),
  price_id text NOT NULL REFERENCES prices (id),
  sent_on date NOT NULL,
  at timestamptz NOT NULL DEFAULT app_now(),
  PRIMARY KEY (user_id, price_id)
);
ALTER TABLE price_notices ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
`;
