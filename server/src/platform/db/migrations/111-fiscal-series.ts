import { type Kysely, sql } from 'kysely';

/**
 * Why: after a backup was restored, the tax authority has documents that the portal has not. Their numbers must not be
 * issued again: they are listed here until an administrator takes them over. A restore sets `is_needed`: nothing is
 * issued before the authority was asked.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
CREATE TABLE fiscal_checks (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  is_needed boolean NOT NULL DEFAULT false,
  checked_at timestamptz
);
INSERT INTO fiscal_checks DEFAULT VALUES;

CREATE TABLE fiscal_found_documents (
  id uuid PRIMARY KEY,
  mark text NOT NULL UNIQUE CHECK (mark ~ '^[0-9]{1,19}$'),
  uid text CHECK (char_length(uid) <= 100),
  series text NOT NULL CHECK (series ~ '^[A-Z0-9]{1,10}$'),
  year integer NOT NULL CHECK (year BETWEEN 2000 AND 9999),
  number integer NOT NULL CHECK (number > 0),
  document_type text NOT NULL CHECK (char_length(document_type) <= 10),
  issued_on date NOT NULL,
  gross_cents bigint NOT NULL,
  found_at timestamptz NOT NULL DEFAULT app_now(),
  taken_over_at timestamptz,
  taken_over_by uuid REFERENCES users (id),
  CHECK ((taken_over_at IS NULL) = (taken_over_by IS NULL))
);
CREATE INDEX fiscal_found_waiting ON fiscal_found_documents (series, year, number) WHERE taken_over_at IS NULL;
CREATE INDEX fiscal_found_of_day ON fiscal_found_documents (issued_on);

ALTER TABLE fiscal_checks ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
ALTER TABLE fiscal_found_documents ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
`)
    .execute(db);
}
