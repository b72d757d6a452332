import { createNameKey } from '@medcloud/contract/names/search-key';
import { computePatientIdCheck } from '@medcloud/contract/patient-id';
import type { AppContext } from '@medcloud/server/src/domain/core/context.ts';
import { newPatientKey } from '@medcloud/server/src/domain/keys/patient-key.ts';
import { encryptColumn, phoneIndex } from '@medcloud/server/src/domain/patients/encrypted-columns.ts';
import { wrapKey } from '@medcloud/server/src/platform/blobs/keys.ts';
import { persons } from '@medcloud/server/test/phantom/persons.ts';
import type pg from 'pg';

/** Number of records in a portal. */
export interface Scale {
  patients: number;
  examsEach: number;
  /** Patients whose exams one doctor may see. */
  grants: number;
}

export interface Owners {
  centerId: string;
  doctorId: string;
}

// Realistic name statistics for PostgreSQL's planner: some surnames are common, some are rare.
const names = persons.flatMap(({ surname }) => persons.map(({ givenName }) => ({ given: givenName, surname })));
const keys = names.map(({ given, surname }) => createNameKey(given, surname));

/**
 * Fills one center with a year of patients, exams, grants of one doctor and their audit events. Inserts directly into
 * the tables, because only reading is measured.
 */
export async function fill(
  superuser: pg.Pool,
  context: AppContext,
  { patients, examsEach, grants }: Scale,
  owners: Owners,
): Promise<void> {
  const client = await superuser.connect();
  try {
    await client.query("SET statement_timeout = '300s'");
    await addPatients(client, patients, owners);
    await addPhones(client, context);
    await addExams(client, examsEach, owners);
    await addGrants(client, grants, owners);
    await addAuditEvents(client, owners);
    await client.query('VACUUM ANALYZE');
    await client.query('RESET statement_timeout');
  } finally {
    client.release();
  }
}

async function addPatients(client: pg.PoolClient, patients: number, { centerId }: Owners): Promise<void> {
  await client.query(
    `INSERT INTO patients (id, center_id, patient_id, first_name, last_name, name_key, date_of_birth, gender, registered_by, created_at)
     SELECT gen_random_uuid(), c.id, ($6::text[])[n], ($2::text[])[1 + n * 7919 % $5::int],
       ($3::text[])[1 + n * 7919 % $5::int], ($4::text[])[1 + n * 7919 % $5::int], DATE '1930-01-01' + n * 37 % 30000, 'Other',
       c.user_id, now() - interval '1 year' * n / cardinality($6::text[])
     FROM generate_series(1, cardinality($6::text[])) AS n, medical_centers c WHERE c.id = $1`,
    [
      centerId,
      names.map(({ given }) => given),
      names.map(({ surname }) => surname),
      keys,
      names.length,
      publicIds(patients),
    ],
  );
}

function publicIds(patients: number): string[] {
  const nine = (index: number) => String(100_000_000 + index);
  return Array.from({ length: patients }, (_, index) => `P-${nine(index)}${computePatientIdCheck(nine(index))}`);
}

/** Gives each patient a key and an encrypted phone, so a list decrypts the phones it returns. */
async function addPhones(client: pg.PoolClient, { keys: serverKeys, random }: AppContext): Promise<void> {
  const { rows } = await client.query<{ id: string }>('SELECT id FROM patients WHERE phone_sealed IS NULL');
  const encrypted = rows.map(({ id }, index) => {
    const [key, phone] = [newPatientKey(random), `+3069${String(index).padStart(8, '0')}`];
    return {
      wrapped: wrapKey(serverKeys.masters.get(1), key, `patient:${id}`, random),
      phone: encryptColumn(key, id, 'phone', phone, random),
      index: phoneIndex(serverKeys, phone),
    };
  });
  const ids = rows.map(({ id }) => id);
  await client.query(
    'INSERT INTO keys.patient_keys (patient_id, wrapped_key) SELECT * FROM unnest($1::uuid[], $2::bytea[])',
    [ids, encrypted.map(({ wrapped }) => wrapped)],
  );
  await client.query(
    `UPDATE patients p SET phone_sealed = s.phone, phone_index = s.index
     FROM unnest($1::uuid[], $2::bytea[], $3::bytea[]) AS s (id, phone, index) WHERE s.id = p.id`,
    [ids, encrypted.map(({ phone }) => phone), encrypted.map(({ index }) => index)],
  );
}

async function addExams(client: pg.PoolClient, examsEach: number, { centerId }: Owners): Promise<void> {
  await client.query(
    `INSERT INTO exams (id, center_id, patient_id, exam_type, exam_date, file_name, file_size, content, sha256, status, uploaded_by, uploaded_at)
     SELECT gen_random_uuid(), p.center_id, p.id, (ARRAY['mri', 'ct', 'xray', 'blood', 'ultrasound', 'pet-ct', 'other'])[1 + (row_number() OVER () + n) % 7],
       p.created_at::date, 'exam.zip', 500000, 'zip', sha256(p.id::text::bytea), 'completed', p.registered_by, p.created_at + interval '1 h' * n
     FROM patients p, generate_series(1, $2::int) AS n WHERE p.center_id = $1`,
    [centerId, examsEach],
  );
}

async function addGrants(client: pg.PoolClient, grants: number, { centerId, doctorId }: Owners): Promise<void> {
  await client.query(
    `WITH chosen AS (
       SELECT p.*, gen_random_uuid() AS otp, gen_random_uuid() AS request FROM patients p WHERE p.center_id = $1 ORDER BY md5(p.id::text) LIMIT $3
     ), codes AS (
       INSERT INTO otp_verifications (id, doctor_id, phone_index, phone_sealed, phone_last3, created_at, expires_at, verified_at)
       SELECT otp, $2, sha256(otp::text::bytea), '\\x00', '000', created_at, created_at, created_at FROM chosen RETURNING id
     ), requests AS (
       INSERT INTO access_requests (id, otp_id, doctor_id, phone_index, phone_last3, language, requested_at, expires_at, answered_at, answer)
       SELECT request, otp, $2, sha256(otp::text::bytea), '000', 'el', created_at, created_at, created_at, 'grant'
       FROM chosen WHERE (SELECT count(*) FROM codes) >= 0 RETURNING id
     )
     INSERT INTO patient_access (id, request_id, doctor_id, patient_id, center_id, public_patient_id, access_token, status,
       request_date, response_date, granted_at, expires_at, language, text_version, text_hash)
     SELECT gen_random_uuid(), request, $2, id, center_id, patient_id, gen_random_uuid(), 'granted', created_at, created_at,
       created_at, now() + interval '90 days', 'el', '1', '\\x00' FROM chosen WHERE (SELECT count(*) FROM requests) >= 0`,
    [centerId, doctorId, grants],
  );
}

/** Inserts the doctor's views and downloads, which the dashboards count. */
async function addAuditEvents(client: pg.PoolClient, { centerId, doctorId }: Owners): Promise<void> {
  await client.query(
    `INSERT INTO audit_events (at, event, outcome, actor_kind, center_id, doctor_id, patient_id, object_kind, object_id, exam_type)
     SELECT e.uploaded_at + interval '1 h', (ARRAY['exams_listed', 'exam_viewed', 'exam_downloaded'])[1 + row_number() OVER () % 3], 'success',
       'doctor', e.center_id, a.doctor_id, e.patient_id, 'exam', e.id::text, e.exam_type
     FROM patient_access a JOIN exams e ON e.patient_id = a.patient_id WHERE a.doctor_id = $2 AND e.center_id = $1`,
    [centerId, doctorId],
  );
}
