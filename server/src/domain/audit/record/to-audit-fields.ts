import type { RequestContext } from '../../authorization/principal.ts';
import type { AuditEntry } from './entry.ts';

/**
 * Returns the audit fields of a request: actor, address block and request id. An anonymous principal is stored as the
 * actor `nobody`.
 */
export function toAuditFields({
  principal,
  requestId,
  addressBlock,
}: Pick<RequestContext, 'principal' | 'requestId' | 'addressBlock'>): Pick<
  AuditEntry,
  'actor' | 'requestId' | 'addressBlock'
> {
  if (principal.kind === 'anonymous') return { actor: { kind: 'nobody' }, requestId, addressBlock };
  const person = { personId: principal.userId, sessionId: principal.sessionId };
  switch (principal.kind) {
    case 'center':
      return { actor: { kind: 'center', ...person, centerId: principal.centerId }, requestId, addressBlock };
    case 'doctor':
      return { actor: { kind: 'doctor', ...person, doctorId: principal.doctorId }, requestId, addressBlock };
    case 'admin':
      return { actor: { kind: 'admin', ...person }, requestId, addressBlock };
  }
}
