import type { Asking } from '../authorization/who.ts';
import type { AuditEntry } from './entry.ts';

/** The part of an audit entry that a request itself gives: who asked, from where, in which request. */
export function askedBy({
  who,
  requestId,
  addressBlock,
}: Asking): Pick<AuditEntry, 'actor' | 'requestId' | 'addressBlock'> {
  if (who.kind === 'nobody') return { actor: { kind: 'nobody' }, requestId, addressBlock };
  const person = { personId: who.userId, sessionId: who.sessionId };
  switch (who.kind) {
    case 'center':
      return { actor: { kind: 'center', ...person, centerId: who.centerId }, requestId, addressBlock };
    case 'doctor':
      return { actor: { kind: 'doctor', ...person, doctorId: who.doctorId }, requestId, addressBlock };
    case 'admin':
      return { actor: { kind: 'admin', ...person }, requestId, addressBlock };
  }
}
