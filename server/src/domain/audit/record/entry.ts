import { createHash } from 'node:crypto';
import type { AuditActorKind, AuditEventName, AuditOutcome } from '@medcloud/contract/operations/audit-events';
import type { JsonValue } from '../../../platform/db/json.ts';

export interface AuditActor {
  kind: AuditActorKind;
  /** The user who acted for the center or doctor. */
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
  /** The center of the record; the actor's own center if omitted. */
  centerId?: string;
  patientId?: string;
  object?: { kind: string; id: string };
  examType?: string;
  /** The grant or request that permitted the act. */
  purpose?: string;
  /**
   * Allow-listed facts: counts, codes of causes, before and after of a state. Never names, numbers, codes or tokens.
   */
  details?: Record<string, JsonValue>;
}

/**
 * Computes a session's audit reference, which does not reveal the session: the first 16 hex digits of a hash of its id.
 */
export function sessionReference(sessionId: string): string {
  return createHash('sha256').update(`audit session ${sessionId}`).digest('hex').slice(0, 16);
}
