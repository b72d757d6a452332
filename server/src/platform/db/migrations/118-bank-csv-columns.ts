import { type Kysely, sql } from 'kysely';

/**
 * Why: banks name the columns of their CSV files in their own ways. An administrator says once what each column of a set of
 * headings is; later files with these headings are read by it (docs/billing.md).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(tables).execute(db);
}

const tables = `
CREATE TABLE bank_csv_columns (
  key bytea PRIMARY KEY CHECK (octet_length(key) = 32),
  headings text[] NOT NULL CHECK (cardinality(headings) BETWEEN 2 AND 60),
  columns jsonb NOT NULL CHECK (jsonb_typeof(columns) = 'object'),
  saved_by uuid NOT NULL REFERENCES users (id),
  saved_at timestamptz NOT NULL DEFAULT app_now()
);

ALTER TABLE bank_csv_columns ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
`;
