import { sql } from 'kysely';
import { isUuid } from '../../platform/ids/ids.ts';
import { findPatientIds } from '../audit/search/reads.ts';
import type { ExamTypeName } from '../core/column-values.ts';
import type { Reader } from '../database.ts';
import { approvedIdentity } from '../doctors/approved-identity.ts';
import { type SummaryRow, summarySql } from '../exams/reads.ts';
import type { ReportEventRow } from './reads.ts';

export interface ConsentRow {
  id: string;
  status: 'pending' | 'granted' | 'denied' | 'expired' | 'revoked';
  grantedAt: Date | null;
  expiresAt: Date;
  endedAt: Date | null;
}

/** An exam with what its files say about it. */
export interface ExamNameRow extends SummaryRow {
  id: string;
  examType: ExamTypeName;
  examDate: string;
}

/** What a report's events name, by id. Row-level security leaves out what the scope may not see. */
export interface ReportNames {
  doctors: ReadonlyMap<string, { name: string; licenseNumber: string }>;
  centers: ReadonlyMap<string, string>;
  /** By the ids of the center and the account: `center/account`. */
  members: ReadonlyMap<string, string>;
  patients: ReadonlyMap<string, { patientId: string; name: string | null }>;
  exams: ReadonlyMap<string, ExamNameRow>;
  consents: ReadonlyMap<string, ConsentRow>;
  /** By the session's reference. */
  tokens: ReadonlyMap<string, string>;
}

type Field = {
  [Key in keyof ReportEventRow]: ReportEventRow[Key] extends string | null ? Key : never;
}[keyof ReportEventRow];

const valuesOf = (rows: readonly ReportEventRow[], field: Field) => [
  ...new Set(rows.flatMap((row) => row[field] ?? [])),
];

/** Finds the names of a page of events, in one query for each kind of name. */
export async function findNames(tx: Reader, rows: readonly ReportEventRow[]): Promise<ReportNames> {
  return {
    doctors: await findDoctors(tx, valuesOf(rows, 'doctorId')),
    centers: await findCenters(tx, valuesOf(rows, 'centerId')),
    members: await findMembers(tx, valuesOf(rows, 'centerId'), valuesOf(rows, 'personId')),
    patients: await findPatients(tx, valuesOf(rows, 'patientUuid')),
    exams: await findExams(tx, valuesOf(rows, 'examId').filter(isUuid)),
    consents: await findConsents(tx, valuesOf(rows, 'purpose')),
    tokens: await findTokens(tx, valuesOf(rows, 'sessionRef'), valuesOf(rows, 'personId')),
  };
}

async function findDoctors(tx: Reader, ids: string[]) {
  if (ids.length === 0) return new Map();
  const { firstName, lastName, licenseNumber } = approvedIdentity;
  const { rows } = await sql<{ id: string; name: string; licenseNumber: string }>`
    SELECT d.id, ${firstName} || ' ' || ${lastName} AS name, ${licenseNumber} AS "licenseNumber"
    FROM doctors d WHERE d.id = ANY (${ids}::uuid[])`.execute(tx);
  return new Map(rows.map((row) => [row.id, row]));
}

async function findCenters(tx: Reader, ids: string[]) {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: string; name: string }>`
    SELECT id, name FROM medical_centers WHERE id = ANY (${ids}::uuid[])`.execute(tx);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Who left and joined again has the newer name. */
async function findMembers(tx: Reader, centers: string[], accounts: string[]) {
  if (centers.length === 0 || accounts.length === 0) return new Map();
  const { rows } = await sql<{ key: string; name: string }>`
    SELECT center_id || '/' || user_id AS key, display_name AS name FROM center_members
    WHERE center_id = ANY (${centers}::uuid[]) AND user_id = ANY (${accounts}::uuid[])
    ORDER BY joined_at`.execute(tx);
  return new Map(rows.map(({ key, name }) => [key, name]));
}

/** A center finds its own patients; an administrator finds all, without names. */
async function findPatients(tx: Reader, ids: string[]) {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: string; patientId: string; name: string }>`
    SELECT id, patient_id AS "patientId", first_name || ' ' || last_name AS name
    FROM patients WHERE id = ANY (${ids}::uuid[])`.execute(tx);
  const unnamed = [...(await findPatientIds(tx, ids))].map(
    ([id, { patientId }]) => [id, { patientId, name: null }] as const,
  );
  return new Map<string, { patientId: string; name: string | null }>([
    ...unnamed,
    ...rows.map(({ id, ...row }) => [id, row] as const),
  ]);
}

async function findExams(tx: Reader, ids: string[]) {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<ExamNameRow>`
    SELECT e.id, e.exam_type AS "examType", e.exam_date AS "examDate", ${summarySql}
    FROM exams e WHERE e.id = ANY (${ids}::uuid[])`.execute(tx);
  return new Map(rows.map((row) => [row.id, row]));
}

async function findConsents(tx: Reader, ids: string[]) {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<ConsentRow>`
    SELECT id, status, granted_at AS "grantedAt", expires_at AS "expiresAt", ended_at AS "endedAt"
    FROM grants_of_events(${ids}::uuid[])`.execute(tx);
  return new Map(rows.map((row) => [row.id, row]));
}

async function findTokens(tx: Reader, refs: string[], accounts: string[]) {
  if (refs.length === 0 || accounts.length === 0) return new Map();
  const { rows } = await sql<{ ref: string; name: string }>`
    SELECT ref, name FROM tokens_of_events(${refs}::text[], ${accounts}::uuid[])`.execute(tx);
  return new Map(rows.map(({ ref, name }) => [ref, name]));
}
