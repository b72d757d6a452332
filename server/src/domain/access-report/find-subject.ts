import { normalizePatientId, type ReportSubject, type ReportSubjectKind, reportSubjectKinds } from '@medcloud/contract';
import { Fault } from '@medcloud/contract/faults';
import { sql } from 'kysely';
import { isUuid } from '../../platform/ids/ids.ts';
import type { AuditEntry } from '../audit/record/entry.ts';
import { findPatientUuid } from '../audit/search/reads.ts';
import type { AdminScope, CenterScope } from '../authorization/scope.ts';
import type { Reader } from '../database.ts';
import { approvedIdentity } from '../doctors/approved-identity.ts';
import { findExam } from '../exams/reads.ts';
import { findOwnPatient } from '../patients/reads.ts';
import { hasEventOfExam, type SubjectColumn } from './reads.ts';
import { showExam } from './show.ts';

export interface FoundSubject {
  column: SubjectColumn;
  shown: ReportSubject;
  /** How the report's own event names it. */
  recorded: Pick<AuditEntry, 'patientId' | 'object'>;
}

/**
 * Finds a report's subject: a record of the center, a doctor who requested access to one, or anything for an
 * administrator. Throws `not_found` for all others.
 */
export async function findSubject(tx: Reader, scope: CenterScope | AdminScope, subject: string): Promise<FoundSubject> {
  const [kind, id] = parseSubject(subject);
  const found = scope.kind === 'center' ? await findOfCenter(tx, scope, kind, id) : await findOfAdmin(tx, kind, id);
  if (found === null) throw new Fault('not_found');
  return found;
}

function parseSubject(subject: string): [ReportSubjectKind, string] {
  const end = subject.indexOf(':');
  const kind = reportSubjectKinds.find((each) => each === subject.slice(0, end));
  if (kind === undefined) throw new Fault('not_found');
  return [kind, subject.slice(end + 1).toLowerCase()];
}

async function findOfCenter(
  tx: Reader,
  { centerId }: CenterScope,
  kind: ReportSubjectKind,
  id: string,
): Promise<FoundSubject | null> {
  if (kind === 'patient') return await findPatientOfCenter(tx, centerId, id);
  if (!isUuid(id)) return null;
  if (kind === 'exam') return await findExamOfCenter(tx, centerId, id);
  return kind === 'doctor' ? await findDoctor(tx, id) : null;
}

async function findOfAdmin(tx: Reader, kind: ReportSubjectKind, id: string): Promise<FoundSubject | null> {
  if (kind === 'patient') return await findPatientOfAdmin(tx, id);
  if (!isUuid(id)) return null;
  switch (kind) {
    case 'exam':
      return (await hasEventOfExam(tx, id)) ? toExamSubject(id, null) : null;
    case 'doctor':
      return await findDoctor(tx, id);
    case 'center':
      return await findCenter(tx, id);
  }
}

async function findPatientOfCenter(tx: Reader, centerId: string, typed: string): Promise<FoundSubject | null> {
  const patientId = normalizePatientId(typed);
  const patient = patientId === null ? null : await findOwnPatient(tx, centerId, patientId);
  return patient === null
    ? null
    : toPatientSubject(patient.id, patient.patientId, `${patient.firstName} ${patient.lastName}`);
}

async function findPatientOfAdmin(tx: Reader, typed: string): Promise<FoundSubject | null> {
  const patientId = normalizePatientId(typed);
  const id = patientId === null ? null : await findPatientUuid(tx, patientId);
  return patientId === null || id === null ? null : toPatientSubject(id, patientId, null);
}

function toPatientSubject(id: string, identifier: string, name: string | null): FoundSubject {
  return {
    column: { by: 'patient_id', value: id },
    shown: { subject: `patient:${identifier}`, kind: 'patient', name, identifier, exam: null },
    recorded: { patientId: id, object: { kind: 'patient', id } },
  };
}

async function findExamOfCenter(tx: Reader, centerId: string, id: string): Promise<FoundSubject | null> {
  const row = await findExam(tx, centerId, id);
  if (row === null) return null;
  const exam = showExam(id, null, new Map([[id, row]]));
  const found = toExamSubject(id, exam);
  return {
    ...found,
    shown: { ...found.shown, name: `${row.patientFirstName} ${row.patientLastName}`, identifier: row.patientId },
    recorded: { ...found.recorded, patientId: row.patientUuid },
  };
}

function toExamSubject(id: string, exam: ReportSubject['exam']): FoundSubject {
  return {
    column: { by: 'object_id', value: id },
    shown: { subject: `exam:${id}`, kind: 'exam', name: null, identifier: null, exam },
    recorded: { object: { kind: 'exam', id } },
  };
}

async function findDoctor(tx: Reader, id: string): Promise<FoundSubject | null> {
  const { firstName, lastName, licenseNumber } = approvedIdentity;
  const { rows } = await sql<{ name: string; identifier: string }>`
    SELECT ${firstName} || ' ' || ${lastName} AS name, ${licenseNumber} AS identifier
    FROM doctors d WHERE d.id = ${id}`.execute(tx);
  return rows[0] === undefined ? null : toAccountSubject('doctor', id, rows[0]);
}

async function findCenter(tx: Reader, id: string): Promise<FoundSubject | null> {
  const { rows } = await sql<{ name: string; identifier: string }>`
    SELECT name, center_id AS identifier FROM medical_centers WHERE id = ${id}`.execute(tx);
  return rows[0] === undefined ? null : toAccountSubject('center', id, rows[0]);
}

function toAccountSubject(
  kind: 'doctor' | 'center',
  id: string,
  row: { name: string; identifier: string },
): FoundSubject {
  return {
    column: { by: `${kind}_id`, value: id },
    shown: { subject: `${kind}:${id}`, kind, ...row, exam: null },
    recorded: { object: { kind, id } },
  };
}
