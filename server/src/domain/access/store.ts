import { limits } from '@medcloud/contract';
import type { Language } from '@medcloud/contract/languages';
import { sql } from 'kysely';
import type { AccessStatusName } from '../core/column-values.ts';
import type { Reader, Tx } from '../database.ts';
import type { ExactSearch } from '../patients/exact-search.ts';
import { matchesExactly } from '../patients/reads.ts';
import { isGrantActive } from './grants/active-grant.ts';
import { type AccessibleRow, selectAccessiblePatients } from './reads.ts';

/** Queries of the doctor: codes, requests and accessible patients. Queries of the link are in `links/store.ts`. */

/** Locks a number and a doctor until the transaction ends, so one request at a time counts and writes their codes. */
export async function lockPhone(tx: Tx, phoneIndex: Buffer, doctorId: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(1, hashtext(${phoneIndex.toString('hex')})), pg_advisory_xact_lock(2, hashtext(${doctorId}))`.execute(
    tx,
  );
}

export interface RecentCodes {
  /** Seconds since the last code of this doctor to this number. */
  pairLastSeconds: number | null;
  pairHour: number;
  pairDay: number;
  phoneHour: number;
  phoneDay: number;
  /** Other numbers for which this doctor requested a code within a day. */
  otherPhonesDay: number;
  otherPhonesWeek: number;
  /** Too many codes had no attempts left, and no administrator has marked the alarm seen. */
  isPaused: boolean;
}

/**
 * Counts the codes of the last day by doctor and number, by number over all doctors, and the numbers by doctor. A
 * database function counts over all doctors, since row-level security hides other doctors' rows.
 */
export async function countRecentCodes(tx: Reader, doctorId: string, phoneIndex: Buffer): Promise<RecentCodes> {
  const { rows } = await sql<RecentCodes>`
    SELECT extract(epoch FROM app_now() - max(created_at) FILTER (WHERE phone_index = ${phoneIndex}))::float8 AS "pairLastSeconds",
      count(*) FILTER (WHERE phone_index = ${phoneIndex} AND created_at > app_now() - interval '1 hour') AS "pairHour",
      count(*) FILTER (WHERE phone_index = ${phoneIndex}) AS "pairDay",
      coalesce((SELECT an_hour FROM codes_to_phone(${phoneIndex})), 0) AS "phoneHour",
      coalesce((SELECT a_day FROM codes_to_phone(${phoneIndex})), 0) AS "phoneDay",
      count(DISTINCT phone_index) FILTER (WHERE phone_index <> ${phoneIndex}) AS "otherPhonesDay",
      (SELECT count(DISTINCT w.phone_index) FROM otp_verifications w WHERE w.doctor_id = ${doctorId}
        AND w.phone_index <> ${phoneIndex} AND w.created_at > app_now() - interval '7 days') AS "otherPhonesWeek",
      EXISTS (SELECT 1 FROM alarms a WHERE a.doctor_id = ${doctorId} AND a.kind = 'codes_burnt' AND a.seen_at IS NULL) AS "isPaused"
    FROM otp_verifications
    WHERE created_at > app_now() - interval '1 day' AND doctor_id = ${doctorId}`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('An aggregate query returned no row.');
  return row;
}

/**
 * Supersedes the open codes of a doctor and number. Returns the attempts used on the newest active code, which its
 * replacement keeps (security 2.1). Returns 0 after a code without attempts left; the limits per hour and day still
 * apply.
 */
export async function supersedeCodes(tx: Tx, doctorId: string, phoneIndex: Buffer): Promise<number> {
  const rows = await tx
    .updateTable('otp_verifications')
    .set({ superseded_at: sql<Date>`app_now()` })
    .where('doctor_id', '=', doctorId)
    .where('phone_index', '=', phoneIndex)
    .where('verified_at', 'is', null)
    .where('superseded_at', 'is', null)
    .returning(['attempts', sql<boolean>`expires_at > app_now()`.as('isActive')])
    .execute();
  const attemptCounts = rows.filter((row) => row.isActive).map((row) => row.attempts);
  const usedAttempts = Math.max(0, ...attemptCounts);
  return usedAttempts < limits.otpAttempts ? usedAttempts : 0;
}

export interface NewCode {
  id: string;
  doctor_id: string;
  phone_index: Buffer;
  phone_sealed: Buffer;
  phone_last3: string;
  code_mac: Buffer;
  attempts: number;
}

/** Inserts a code by its MAC. It is valid for 10 minutes by the database's clock. */
export async function insertCode(tx: Tx, code: NewCode): Promise<void> {
  await tx
    .insertInto('otp_verifications')
    .values({ ...code, expires_at: sql<Date>`app_now() + make_interval(secs => ${limits.otpLifetimeMs / 1_000})` })
    .execute();
}

/** Identifies an attempt's code by the request's id or by the number. */
export type CodeLookup = { id: string } | { phoneIndex: Buffer };

export interface OpenCode {
  id: string;
  phoneIndex: Buffer;
  encryptedPhone: Buffer;
}

/** Finds an active code. Returns null if there is none or no attempt is left. */
export async function findOpenCode(tx: Reader, doctorId: string, lookup: CodeLookup): Promise<OpenCode | null> {
  const query = tx
    .selectFrom('otp_verifications')
    .select(['id', 'phone_index as phoneIndex', 'phone_sealed as encryptedPhone'])
    .where('doctor_id', '=', doctorId)
    .where('verified_at', 'is', null)
    .where('superseded_at', 'is', null)
    .where('attempts', '<', limits.otpAttempts)
    .where('expires_at', '>', sql<Date>`app_now()`)
    .where((row) => ('id' in lookup ? row('id', '=', lookup.id) : row('phone_index', '=', lookup.phoneIndex)));
  return (await query.executeTakeFirst()) ?? null;
}

/** Uses one attempt of the scope's code, for what was entered. Returns false if it is not active or no attempt is left. */
export async function countCodeTry(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ isCounted: boolean }>`SELECT count_code_try() AS "isCounted"`.execute(tx);
  return rows[0]?.isCounted ?? false;
}

/**
 * Marks the scope's code used. Returns false if its MAC is not the stored one, if another request did so first, or if no
 * committed transaction has counted the try.
 */
export async function consumeCode(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ isRight: boolean }>`SELECT verify_code() AS "isRight"`.execute(tx);
  return rows[0]?.isRight ?? false;
}

export interface NewRequest {
  id: string;
  otpId: string;
  doctorId: string;
  phoneIndex: Buffer;
  phoneLast3: string;
  language: Language;
  tokenHash: Buffer;
  /** Encrypted under the label of the request's code. */
  encryptedPhone: Buffer;
}

/** Inserts a request and its link's hash. An unanswered link is valid for `limits.consentLifetimeMs`. */
export async function insertRequest(tx: Tx, request: NewRequest): Promise<void> {
  await tx
    .insertInto('access_requests')
    .values({
      id: request.id,
      otp_id: request.otpId,
      doctor_id: request.doctorId,
      phone_index: request.phoneIndex,
      phone_last3: request.phoneLast3,
      language: request.language,
      expires_at: sql<Date>`app_now() + make_interval(secs => ${limits.consentLifetimeMs / 1_000})`,
    })
    .execute();
  await tx
    .insertInto('consent_links')
    .values({ token_hash: request.tokenHash, request_id: request.id, phone_sealed: request.encryptedPhone })
    .execute();
}

export interface NewAccess {
  id: string;
  requestId: string;
  doctorId: string;
  patientId: string;
  centerId: string;
  publicPatientId: string;
  accessToken: string;
}

/** Inserts a request's pending rows, one per patient record, in one statement. */
export async function insertAccess(tx: Tx, rows: NewAccess[]): Promise<void> {
  if (rows.length === 0) return;
  await tx
    .insertInto('patient_access')
    .values(
      rows.map((row) => ({
        id: row.id,
        request_id: row.requestId,
        doctor_id: row.doctorId,
        patient_id: row.patientId,
        center_id: row.centerId,
        public_patient_id: row.publicPatientId,
        access_token: row.accessToken,
        expires_at: sql<Date>`app_now() + make_interval(secs => ${limits.consentLifetimeMs / 1_000})`,
      })),
    )
    .execute();
}

export interface OpenRequestRow {
  id: string;
  phoneLast3: string;
  requestedAt: Date;
  codeExpiresAt: Date;
  verifiedAt: Date | null;
  consentExpiresAt: Date | null;
  answeredAt: Date | null;
  accesses: { status: AccessStatusName; expiresAt: string }[] | null;
}

const maxRequests = 200;

/** Lists a doctor's requests of the last seven days, newest first. Codes replaced by a resend are left out. */
export async function listRequests(tx: Reader, doctorId: string): Promise<OpenRequestRow[]> {
  return await tx
    .selectFrom('otp_verifications as o')
    .leftJoin('access_requests as r', 'r.otp_id', 'o.id')
    .select([
      'o.id',
      'o.phone_last3 as phoneLast3',
      'o.created_at as requestedAt',
      'o.expires_at as codeExpiresAt',
      'o.verified_at as verifiedAt',
      'r.expires_at as consentExpiresAt',
      'r.answered_at as answeredAt',
      sql<{ status: AccessStatusName; expiresAt: string }[] | null>`(
        SELECT json_agg(json_build_object('status', a.status, 'expiresAt', a.expires_at)) FROM patient_access a WHERE a.request_id = r.id)`.as(
        'accesses',
      ),
    ])
    .where('o.doctor_id', '=', doctorId)
    .where('o.superseded_at', 'is', null)
    .where('o.created_at', '>', sql<Date>`app_now() - interval '7 days'`)
    .orderBy('o.created_at', 'desc')
    .limit(maxRequests)
    .execute();
}

/** Selects among a doctor's consenting patients. `words` has the LIKE patterns of each word. */
export type PatientSelection = 'all' | { exact: ExactSearch } | { words: string[][] };

interface GrantPage {
  limit: number;
  after: { at: string; id: string } | null;
}

/**
 * Selects ids of a doctor's active grants, latest first. They are selected before any patient row is built, so the cost
 * is that of one page.
 */
function selectGrantIds(doctorId: string, selection: PatientSelection, { limit, after }: GrantPage) {
  if (selection !== 'all' && 'words' in selection)
    return sql<string>`(SELECT search_grants(${doctorId}, ${JSON.stringify(selection.words)}::jsonb, ${after?.at ?? null}::timestamptz, ${after?.id ?? null}::uuid, ${limit}))`;
  const conditions = [sql`a.doctor_id = ${doctorId} AND ${isGrantActive}`];
  if (after) conditions.push(sql`(a.granted_at, a.id) < (${after.at}::timestamptz, ${after.id}::uuid)`);
  if (selection !== 'all')
    conditions.push(
      sql`EXISTS (SELECT 1 FROM patients p WHERE p.id = a.patient_id AND ${matchesExactly(selection.exact)})`,
    );
  return sql<string>`(SELECT a.id FROM patient_access a WHERE ${sql.join(conditions, sql` AND `)}
    ORDER BY a.granted_at DESC, a.id DESC LIMIT ${limit})`;
}

/** Lists patients with active consent for a doctor, latest grant first. */
export async function listAccessiblePatients(
  tx: Reader,
  doctorId: string,
  selection: PatientSelection,
  page: GrantPage,
): Promise<AccessibleRow[]> {
  return await selectAccessiblePatients(tx, doctorId)
    .where('a.id', 'in', selectGrantIds(doctorId, selection, page))
    .orderBy('a.granted_at', 'desc')
    .orderBy('a.id', 'desc')
    .limit(page.limit)
    .execute();
}

/** Counts the patients of a selection, up to 1,001. */
export async function countAccessiblePatients(
  tx: Reader,
  doctorId: string,
  selection: PatientSelection,
): Promise<number> {
  const matches = selectGrantIds(doctorId, selection, { limit: 1_001, after: null });
  const { rows } = await sql<{ count: number }>`SELECT count(*) AS count FROM ${matches} AS counted`.execute(tx);
  return rows[0]?.count ?? 0;
}

/** Finds the position of a grant in the list, to read the page after it. */
export async function findGrantPlace(
  tx: Reader,
  doctorId: string,
  grantId: string,
): Promise<{ at: string; id: string } | null> {
  const row = await tx
    .selectFrom('patient_access')
    .select(['id', sql<string>`granted_at::text`.as('at')])
    .where('doctor_id', '=', doctorId)
    .where('id', '=', grantId)
    .where('granted_at', 'is not', null)
    .executeTakeFirst();
  return row ?? null;
}
