import { type Kysely, sql } from 'kysely';

/**
 * A virus scanner checks the stored files (decision 039). `scan_due_at`: not enqueued again before; `scan_fault`: why the
 * last attempt gave no result. An infected exam raises an alarm about its center, at most one open alarm for each.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
ALTER TABLE exams ADD COLUMN scan_fault text CHECK (scan_fault IN ('limit', 'failed'));
ALTER TABLE exams ADD COLUMN scan_attempts integer NOT NULL DEFAULT 0;
ALTER TABLE exams ADD COLUMN scan_due_at timestamptz;
ALTER TABLE exams ADD CHECK (scan_state IN ('none', 'waiting') OR (scan_fault IS NULL AND scan_due_at IS NULL));
CREATE INDEX exams_not_scanned ON exams (id) WHERE scan_state = 'none';
ALTER TABLE alarms ADD COLUMN center_id uuid REFERENCES medical_centers (id);
ALTER TABLE alarms DROP CONSTRAINT alarms_kind_check;
ALTER TABLE alarms DROP CONSTRAINT alarms_check;
ALTER TABLE alarms ADD CONSTRAINT alarms_kind_check CHECK (kind IN ('codes_burnt', 'unknown_numbers', 'many_downloads', 'sms_half', 'sms_spent', 'infected_file'));
ALTER TABLE alarms ADD CONSTRAINT alarms_check CHECK ((kind IN ('codes_burnt', 'unknown_numbers', 'many_downloads')) = (doctor_id IS NOT NULL));
ALTER TABLE alarms ADD CONSTRAINT alarms_center_check CHECK ((kind = 'infected_file') = (center_id IS NOT NULL));
DROP INDEX alarms_open;
CREATE UNIQUE INDEX alarms_open ON alarms (kind, doctor_id, center_id) NULLS NOT DISTINCT WHERE seen_at IS NULL;
CREATE INDEX alarms_of_center ON alarms (center_id) WHERE center_id IS NOT NULL;
`)
    .execute(db);
}
