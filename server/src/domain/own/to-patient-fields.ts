import type { AuditEntry } from '../audit/record/entry.ts';
import type { RequestContext } from '../authorization/principal.ts';
import type { OwnPlace } from './store.ts';

/** Returns the audit fields of a request by a patient, who has no account. `place`: null before the person is known. */
export function toPatientFields(
  { requestId, addressBlock }: Pick<RequestContext, 'requestId' | 'addressBlock'>,
  place: OwnPlace | null,
): Pick<AuditEntry, 'actor' | 'requestId' | 'addressBlock' | 'centerId' | 'patientId' | 'purpose'> {
  return { actor: { kind: 'patient' }, requestId, addressBlock, ...place };
}
