import { normalizePatientId } from '@medcloud/contract';
import type { Reader } from '../../../platform/db/database.ts';
import { isUuid } from '../../../platform/ids/ids.ts';
import { findCenterUuid, findPatientUuid, findPerson, type Subject } from './store.ts';

/**
 * Whom or what a search of the trail names, by a whole identifier: the e-mail of an account, a licence, a center ID, a patient's
 * public id, a session as the trail names it, or an id of the portal. Null for what it does not know: the trail holds no words.
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
