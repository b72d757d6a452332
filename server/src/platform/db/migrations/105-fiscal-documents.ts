import { type Kysely, sql } from 'kysely';

/**
 * Why: issued documents are reported to the tax authority after the commit that issues them (docs/decisions/072). The row
 * is made with the document; its UID is known before the first send, so that a lost answer is asked for.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(tables).execute(db);
}

const tables = `
CREATE TABLE fiscal_documents (
  invoice_id uuid PRIMARY KEY REFERENCES invoices (id),
  driver text NOT NULL CHECK (driver IN ('file', 'mydata')),
  state text NOT NULL CHECK (state IN ('waiting', 'sending', 'unknown', 'accepted', 'rejected', 'cancelling', 'cancelled')),
  document_type text NOT NULL CHECK (document_type ~ '^[0-9]{1,2}[.][0-9]$'),
  uid text NOT NULL UNIQUE CHECK (uid ~ '^[0-9A-F]{40}$'),
  corrects_mark text CHECK (corrects_mark ~ '^[0-9]{1,19}$'),
  mark text CHECK (mark ~ '^[0-9]{1,19}$'),
  auth_code text CHECK (char_length(auth_code) <= 200),
  qr_url text CHECK (char_length(qr_url) <= 2000),
  cancel_mark text CHECK (cancel_mark ~ '^[0-9]{1,19}$'),
  tries integer NOT NULL DEFAULT 0 CHECK (tries >= 0),
  error_code text CHECK (char_length(error_code) <= 100),
  next_try_at timestamptz,
  mail_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  changed_at timestamptz NOT NULL DEFAULT app_now(),
  CHECK (mark IS NULL OR state IN ('accepted', 'cancelling', 'cancelled')),
  CHECK (state NOT IN ('cancelling', 'cancelled') OR mark IS NOT NULL),
  CHECK ((cancel_mark IS NOT NULL) = (state = 'cancelled'))
);
CREATE INDEX fiscal_documents_in_order ON fiscal_documents (invoice_id DESC);
CREATE INDEX fiscal_documents_of_state ON fiscal_documents (state, invoice_id DESC) WHERE state <> 'accepted';

ALTER TABLE fiscal_documents ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
`;
