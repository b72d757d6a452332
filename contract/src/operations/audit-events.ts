/** Groups of audit events, used to filter the audit log, in the order of the screen. */
export const auditGroupNames = [
  'sign-in',
  'accounts',
  'patients',
  'exams',
  'consent',
  'denials',
  'support',
  'portal',
] as const;
export type AuditGroup = (typeof auditGroupNames)[number];

/** Codes of DICOM audit messages (PS3.15 A.5.3), which other hospital systems know. */
export const dicomAuditCodes = {
  110100: 'Application Activity',
  110101: 'Audit Log Used',
  110103: 'DICOM Instances Accessed',
  110104: 'DICOM Instances Transferred',
  110106: 'Export',
  110110: 'Patient Record',
  110112: 'Query',
  110113: 'Security Alert',
  110114: 'User Authentication',
} as const;
export type DicomAuditCode = keyof typeof dicomAuditCodes;

/** Action on data: created, read, updated, deleted, or otherwise executed (FHIR audit-event-action). */
export type AuditAction = 'C' | 'R' | 'U' | 'D' | 'E';

interface AuditEventData {
  group: AuditGroup;
  dicom: DicomAuditCode;
  action: AuditAction;
}

/**
 * All kinds of audit events, named by the DICOM and OWASP vocabularies if possible. What each
 * means is in `events` of `text/<language>/audit.ts`; the act that records it has `event: '<name>'`.
 */
export const auditEvents = {
  login: { group: 'sign-in', dicom: 110114, action: 'E' },
  logout: { group: 'sign-in', dicom: 110114, action: 'E' },
  session_ended: { group: 'sign-in', dicom: 110114, action: 'E' },
  stepped_up: { group: 'sign-in', dicom: 110114, action: 'E' },
  password_changed: { group: 'sign-in', dicom: 110113, action: 'U' },
  password_reset_requested: { group: 'sign-in', dicom: 110113, action: 'E' },
  password_reset: { group: 'sign-in', dicom: 110113, action: 'U' },
  api_token_made: { group: 'sign-in', dicom: 110113, action: 'C' },
  api_token_revoked: { group: 'sign-in', dicom: 110113, action: 'D' },
  api_token_network: { group: 'sign-in', dicom: 110113, action: 'E' },
  language_changed: { group: 'accounts', dicom: 110100, action: 'U' },
  signup_received: { group: 'accounts', dicom: 110113, action: 'C' },
  account_created: { group: 'accounts', dicom: 110113, action: 'C' },
  account_approved: { group: 'accounts', dicom: 110113, action: 'U' },
  account_rejected: { group: 'accounts', dicom: 110113, action: 'U' },
  account_suspended: { group: 'accounts', dicom: 110113, action: 'U' },
  account_reinstated: { group: 'accounts', dicom: 110113, action: 'U' },
  account_disabled: { group: 'accounts', dicom: 110113, action: 'U' },
  account_enabled: { group: 'accounts', dicom: 110113, action: 'U' },
  account_held: { group: 'accounts', dicom: 110113, action: 'U' },
  account_released: { group: 'accounts', dicom: 110113, action: 'U' },
  profile_changed: { group: 'accounts', dicom: 110113, action: 'U' },
  plan_changed: { group: 'accounts', dicom: 110113, action: 'U' },
  payment_method_changed: { group: 'accounts', dicom: 110113, action: 'U' },
  subscription_changed: { group: 'accounts', dicom: 110113, action: 'U' },
  center_created: { group: 'accounts', dicom: 110113, action: 'C' },
  center_changed: { group: 'accounts', dicom: 110113, action: 'U' },
  patient_registered: { group: 'patients', dicom: 110110, action: 'C' },
  patient_shown: { group: 'patients', dicom: 110110, action: 'R' },
  patient_changed: { group: 'patients', dicom: 110110, action: 'U' },
  amka_revealed: { group: 'patients', dicom: 110110, action: 'R' },
  access_log_shown: { group: 'patients', dicom: 110101, action: 'R' },
  grants_shown: { group: 'patients', dicom: 110110, action: 'R' },
  patients_listed: { group: 'patients', dicom: 110112, action: 'R' },
  exams_listed: { group: 'exams', dicom: 110112, action: 'R' },
  exam_upload_begun: { group: 'exams', dicom: 110104, action: 'C' },
  exam_upload_ended: { group: 'exams', dicom: 110104, action: 'D' },
  exam_uploaded: { group: 'exams', dicom: 110104, action: 'C' },
  exam_upload_refused: { group: 'exams', dicom: 110104, action: 'C' },
  exam_downloaded: { group: 'exams', dicom: 110106, action: 'R' },
  exam_download_ended: { group: 'exams', dicom: 110106, action: 'R' },
  exam_viewed: { group: 'exams', dicom: 110103, action: 'R' },
  exam_viewing_ended: { group: 'exams', dicom: 110103, action: 'R' },
  studies_searched: { group: 'exams', dicom: 110112, action: 'R' },
  exam_moved: { group: 'exams', dicom: 110110, action: 'U' },
  exam_confirmed: { group: 'exams', dicom: 110110, action: 'U' },
  exam_withdrawn: { group: 'exams', dicom: 110110, action: 'U' },
  exam_viewable: { group: 'exams', dicom: 110100, action: 'U' },
  exam_unviewable: { group: 'exams', dicom: 110100, action: 'U' },
  exam_infected: { group: 'exams', dicom: 110113, action: 'U' },
  access_requested: { group: 'consent', dicom: 110113, action: 'E' },
  otp_verified: { group: 'consent', dicom: 110113, action: 'E' },
  consent_link_sent: { group: 'consent', dicom: 110113, action: 'E' },
  consent_shown: { group: 'consent', dicom: 110113, action: 'R' },
  consent_granted: { group: 'consent', dicom: 110113, action: 'C' },
  consent_denied: { group: 'consent', dicom: 110113, action: 'C' },
  consent_code_sent: { group: 'consent', dicom: 110113, action: 'C' },
  consent_code_refused: { group: 'consent', dicom: 110113, action: 'E' },
  consent_changed: { group: 'consent', dicom: 110113, action: 'U' },
  consent_revoked: { group: 'consent', dicom: 110113, action: 'U' },
  doctor_blocked: { group: 'consent', dicom: 110113, action: 'C' },
  looks_told: { group: 'consent', dicom: 110100, action: 'E' },
  support_message_received: { group: 'support', dicom: 110100, action: 'C' },
  support_message_opened: { group: 'support', dicom: 110100, action: 'R' },
  support_message_answered: { group: 'support', dicom: 110100, action: 'U' },
  support_message_closed: { group: 'support', dicom: 110100, action: 'U' },
  message_sent: { group: 'portal', dicom: 110100, action: 'E' },
  message_failed: { group: 'portal', dicom: 110100, action: 'E' },
  backup_made: { group: 'portal', dicom: 110106, action: 'R' },
  backup_restored: { group: 'portal', dicom: 110100, action: 'E' },
  security_alert: { group: 'portal', dicom: 110113, action: 'E' },
  security_alert_seen: { group: 'portal', dicom: 110113, action: 'U' },
  breach_opened: { group: 'portal', dicom: 110113, action: 'C' },
  breach_changed: { group: 'portal', dicom: 110113, action: 'U' },
  breach_shown: { group: 'portal', dicom: 110113, action: 'R' },
  breach_patients_shown: { group: 'portal', dicom: 110101, action: 'R' },
  breach_notified: { group: 'portal', dicom: 110113, action: 'U' },
  breach_not_needed: { group: 'portal', dicom: 110113, action: 'U' },
  breach_closed: { group: 'portal', dicom: 110113, action: 'U' },
  audit_shown: { group: 'portal', dicom: 110101, action: 'R' },
  audit_exported: { group: 'portal', dicom: 110101, action: 'R' },
  denied: { group: 'denials', dicom: 110113, action: 'E' },
  start: { group: 'portal', dicom: 110100, action: 'E' },
  stop: { group: 'portal', dicom: 110100, action: 'E' },
} as const satisfies Record<string, AuditEventData>;
export type AuditEventName = keyof typeof auditEvents;

/** Checks whether this version knows the kind. The audit log may contain kinds of other versions. */
export function isAuditEvent(event: string): event is AuditEventName {
  return Object.hasOwn(auditEvents, event);
}

/** Lists the event kinds of a group. */
export function listEventsOfGroup(group: AuditGroup): AuditEventName[] {
  return Object.keys(auditEvents).filter(
    (event): event is AuditEventName => isAuditEvent(event) && auditEvents[event].group === group,
  );
}

export const auditOutcomes = ['success', 'denied', 'failure'] as const;
export type AuditOutcome = (typeof auditOutcomes)[number];

export const auditActors = ['nobody', 'center', 'doctor', 'admin', 'patient', 'system'] as const;
export type AuditActorKind = (typeof auditActors)[number];
