import { createHash } from 'node:crypto';
import type { AuditActorKind, AuditEventName, AuditOutcome } from '@medcloud/contract/operations/audit-events';
import type { JsonValue } from '../../../platform/db/schema/json.ts';

export interface AuditActor {
  kind: AuditActorKind;
  /** The person, beside the center or doctor for whom the act was done. */
  personId?: string;
  sessionId?: string;
  centerId?: string;
  doctorId?: string;
}

export interface AuditEntry {
  event: AuditEventName;
  outcome?: AuditOutcome;
  actor: AuditActor;
  requestId?: string;
  addressBlock?: string;
  /** The center whose record it is; the actor's own when left out. */
  centerId?: string;
  patientId?: string;
  object?: { kind: string; id: string };
  examType?: string;
  /** The grant or request under which it was done. */
  purpose?: string;
  /** Allow-listed facts: counts, codes of causes, before and after of a state. Never names, numbers, codes or tokens. */
  details?: Record<string, JsonValue>;
}

/** How the trail names a session without giving it away: the first 16 hex digits of a hash of its id. */
export function sessionReference(sessionId: string): string {
  return createHash('sha256').update(`audit session ${sessionId}`).digest('hex').slice(0, 16);
}
