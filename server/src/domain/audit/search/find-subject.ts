import { normalizePatientId } from '@medcloud/contract';
import { isUuid } from '../../../platform/ids/ids.ts';
import type { Reader } from '../../database.ts';
import { findPatientUuid } from './reads.ts';
import { findCenterUuid, findPerson, type Subject } from './store.ts';

/**
 * Finds the subject of an audit search by a complete identifier: an account's email, a license number, a center ID, a
 * patient's public id, a session's audit reference, or a UUID. Returns null if it is unknown: audit events have no free
 * text to search.
 */
export async function findSubject(tx: Reader, typed: string): Promise<Subject | null> {
  const text = typed.trim();
  if (/^[0-9a-f]{16}$/.test(text)) return { by: 'session_ref', value: text };
  if (isUuid(text.toLowerCase())) return await findSubjectById(tx, text.toLowerCase());
  const patientId = normalizePatientId(text);
  const patient = patientId === null ? null : await findPatientUuid(tx, patientId);
  if (patient !== null) return { by: 'patient_id', value: patient };
  const center = await findCenterUuid(tx, { code: text });
  if (center !== null) return { by: 'center_id', value: center };
  const person = await findPerson(tx, text.includes('@') ? { email: text.toLowerCase() } : { license: text });
  return person === null ? null : { by: 'person_id', value: person };
}

async function findSubjectById(tx: Reader, id: string): Promise<Subject> {
  const person = await findPerson(tx, { id });
  if (person !== null) return { by: 'person_id', value: person };
  const center = await findCenterUuid(tx, { id });
  return center === null ? { by: 'patient-or-object', value: id } : { by: 'center_id', value: center };
}
