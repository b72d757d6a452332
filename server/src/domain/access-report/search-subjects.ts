import { patientIdAlphabet, type ReportSubject } from '@medcloud/contract';
import { type RawBuilder, sql } from 'kysely';
import { hasName, setSearchTimeout } from '../../platform/db/queries/like-patterns.ts';
import { record } from '../audit/record/record.ts';
import { toAuditFields } from '../audit/record/to-audit-fields.ts';
import type { AdminPrincipal, CenterPrincipal, RequestContext } from '../authorization/principal.ts';
import type { AdminScope, CenterScope } from '../authorization/scope.ts';
import type { AppContext, KeyContext } from '../core/context.ts';
import type { Reader } from '../database.ts';
import { approvedIdentity } from '../doctors/approved-identity.ts';
import { resolveSelection } from '../exams/history/list-history.ts';
import { listExams } from '../exams/history/reads.ts';
import { findPatientRows } from '../patients/list-patients.ts';
import { findSubject } from './find-subject.ts';
import { showExam } from './show.ts';

/** Most subjects of each kind that a search shows. */
const maxOfKind = 6;

interface SubjectsQuery {
  search?: string | undefined;
  subject?: string | undefined;
}

/**
 * Finds what a center can report on: its patients, their exams, and doctors who requested access to one. Recorded like
 * any list of patients. With `subject`, finds that one, or throws `not_found`.
 */
export async function searchSubjectsOfCenter(
  context: KeyContext,
  scope: CenterScope,
  request: RequestContext<CenterPrincipal>,
  query: SubjectsQuery,
): Promise<ReportSubject[]> {
  return await context.db.within(scope, async (tx) => {
    const { subject } = query;
    if (subject !== undefined) return [(await findSubject(tx, scope, subject)).shown];
    const search = query.search?.trim() ?? '';
    if (search === '') return [];
    await setSearchTimeout(tx);
    const patients = await findPatients(context, tx, scope, search);
    const found = [...patients, ...(await findExams(context, tx, scope, search)), ...(await findDoctors(tx, search))];
    const details = { matches: found.length, shown: found.length };
    await record(tx, { event: 'patients_listed', ...toAuditFields(request), details });
    return found;
  });
}

/**
 * Finds what an administrator can report on: doctors and centers by name or number, patients by four or more characters
 * of their public id. With `subject`, finds that one, or throws `not_found`.
 */
export async function searchSubjectsOfAdmin(
  { db }: Pick<AppContext, 'db'>,
  scope: AdminScope,
  _request: RequestContext<AdminPrincipal>,
  query: SubjectsQuery,
): Promise<ReportSubject[]> {
  return await db.read(scope, async (tx) => {
    const { subject } = query;
    if (subject !== undefined) return [(await findSubject(tx, scope, subject)).shown];
    const search = query.search?.trim() ?? '';
    if (search === '') return [];
    await setSearchTimeout(tx);
    return [
      ...(await findDoctors(tx, search)),
      ...(await findCenters(tx, search)),
      ...(await findPatientIdsByPrefix(tx, search)),
    ];
  });
}

async function findPatients(context: Pick<AppContext, 'keys'>, tx: Reader, scope: CenterScope, search: string) {
  const order = { isNewestFirst: true, limit: maxOfKind, after: null };
  const { rows } = await findPatientRows(context, tx, scope, search, order);
  return rows.map(
    ({ patientId, first_name, last_name }): ReportSubject => ({
      subject: `patient:${patientId}`,
      kind: 'patient',
      name: `${first_name} ${last_name}`,
      identifier: patientId,
      exam: null,
    }),
  );
}

async function findExams(context: Pick<AppContext, 'keys'>, tx: Reader, { centerId }: CenterScope, search: string) {
  const selection = await resolveSelection(context, tx, centerId, { patientSearch: search });
  if (selection === 'none') return [];
  const filter = { examType: null, status: null, from: null, to: null, after: null, limit: maxOfKind };
  const rows = await listExams(tx, centerId, selection, filter);
  const exams = new Map(rows.map((row) => [row.id, row]));
  return rows.map(
    ({ id, patientFirstName, patientLastName, patientId }): ReportSubject => ({
      subject: `exam:${id}`,
      kind: 'exam',
      name: `${patientFirstName} ${patientLastName}`,
      identifier: patientId,
      exam: showExam(id, null, exams),
    }),
  );
}

interface AccountRow {
  id: string;
  name: string;
  identifier: string;
}

const toSubject =
  (kind: 'doctor' | 'center') =>
  ({ id, name, identifier }: AccountRow): ReportSubject => ({
    subject: `${kind}:${id}`,
    kind,
    name,
    identifier,
    exam: null,
  });

const contains = (text: RawBuilder<string>, search: string) =>
  sql<boolean>`position(any_case(${search}) IN any_case(${text})) > 0`;

/** Row-level security shows a center only doctors who requested access to one of its patients. */
async function findDoctors(tx: Reader, search: string): Promise<ReportSubject[]> {
  const { firstName, lastName, licenseNumber } = approvedIdentity;
  const { rows } = await sql<AccountRow>`
    SELECT d.id, ${firstName} || ' ' || ${lastName} AS name, ${licenseNumber} AS identifier FROM doctors d
    WHERE ${hasName('d.name_key', search)} OR ${contains(licenseNumber, search)}
    ORDER BY ${lastName}, ${firstName}, d.id LIMIT ${maxOfKind}`.execute(tx);
  return rows.map(toSubject('doctor'));
}

async function findCenters(tx: Reader, search: string): Promise<ReportSubject[]> {
  const { rows } = await sql<AccountRow>`
    SELECT c.id, c.name, c.center_id AS identifier FROM medical_centers c
    WHERE ${hasName('c.name_key', search)} OR ${contains(sql`c.name`, search)} OR ${contains(sql`c.center_id`, search)}
    ORDER BY c.name_order, c.id LIMIT ${maxOfKind}`.execute(tx);
  return rows.map(toSubject('center'));
}

/** Reads the beginning of a public id as a person types it: O is 0, I and L are 1. */
function parsePrefix(search: string): string | null {
  const typed = search.toUpperCase().replace(/\s/g, '').replace(/^P-/, '').replaceAll('O', '0').replace(/[IL]/g, '1');
  const isPrefix =
    typed.length >= 4 && typed.length <= 10 && [...typed].every((each) => patientIdAlphabet.includes(each));
  return isPrefix ? `P-${typed}` : null;
}

async function findPatientIdsByPrefix(tx: Reader, search: string): Promise<ReportSubject[]> {
  const prefix = parsePrefix(search);
  if (prefix === null) return [];
  const { rows } = await sql<{ patientId: string }>`
    SELECT patient_id AS "patientId" FROM trail_patients_by_prefix(${prefix}, ${maxOfKind})`.execute(tx);
  return rows.map(({ patientId }) => ({
    subject: `patient:${patientId}`,
    kind: 'patient',
    name: null,
    identifier: patientId,
    exam: null,
  }));
}
