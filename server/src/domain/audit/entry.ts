import { createHash } from 'node:crypto';
import type { JsonValue } from '../../platform/db/json.ts';

/** Every kind of act that leaves a trace. Names follow the DICOM and OWASP vocabularies where they have one. */
export type AuditEvent =
  | 'login'
  | 'logout'
  | 'session_ended'
  | 'stepped_up'
  | 'password_changed'
  | 'password_reset_requested'
  | 'password_reset'
  | 'language_changed'
  | 'signup_received'
  | 'account_created'
  | 'account_approved'
  | 'account_rejected'
  | 'profile_changed'
  | 'plan_changed'
  | 'payment_method_changed'
  | 'subscription_changed'
  | 'center_created'
  | 'center_changed'
  | 'patient_registered'
  | 'patient_shown'
  | 'patient_changed'
  | 'amka_revealed'
  | 'access_log_shown'
  | 'patients_listed'
  | 'exams_listed'
  | 'exam_upload_begun'
  | 'exam_upload_ended'
  | 'exam_uploaded'
  | 'exam_upload_refused'
  | 'exam_downloaded'
  | 'exam_viewed'
  | 'api_token_made'
  | 'api_token_revoked'
  | 'exam_viewing_ended'
  | 'studies_searched'
  | 'exam_moved'
  | 'exam_confirmed'
  | 'exam_withdrawn'
  | 'exam_viewable'
  | 'exam_unviewable'
  | 'access_requested'
  | 'otp_verified'
  | 'consent_link_sent'
  | 'consent_shown'
  | 'consent_granted'
  | 'consent_denied'
  | 'consent_changed'
  | 'consent_revoked'
  | 'support_message_received'
  | 'support_message_opened'
  | 'support_message_answered'
  | 'support_message_closed'
  | 'message_sent'
  | 'message_failed'
  | 'backup_made'
  | 'backup_restored'
  | 'denied'
  | 'start'
  | 'stop';

export interface AuditActor {
  kind: 'nobody' | 'center' | 'doctor' | 'admin' | 'patient' | 'system';
  /** The person, beside the center or doctor for whom the act was done. */
  personId?: string;
  sessionId?: string;
  centerId?: string;
  doctorId?: string;
}

export interface AuditEntry {
  event: AuditEvent;
  outcome?: 'success' | 'denied' | 'failure';
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
