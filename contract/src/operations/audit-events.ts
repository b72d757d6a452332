/** Groups of audit events, used to filter the audit log, in the order of the screen. */
export const auditGroupNames = [
  'sign-in',
  'accounts',
  'patients',
  'exams',
  'consent',
  'denials',
  'billing',
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
 * All kinds of audit events, named by the DICOM and OWASP vocabularies if possible. The label of each is in `events` of
 * `text/<language>/audit.ts`; the act that records it has `event: '<name>'`. A failed or denied act has the same event
 * with another outcome.
 */
export const auditEvents = {
  login: { group: 'sign-in', dicom: 110114, action: 'E' },
  logout: { group: 'sign-in', dicom: 110114, action: 'E' },
  /**
   * Sessions were ended by their owner, an administrator or a newer sign-in. Other acts that end sessions, such as a
   * suspension, count them in the details of their own event.
   */
  session_ended: { group: 'sign-in', dicom: 110114, action: 'E' },
  /** The password or a second factor was entered again before a sensitive act. */
  stepped_up: { group: 'sign-in', dicom: 110114, action: 'E' },
  password_changed: { group: 'sign-in', dicom: 110113, action: 'U' },
  password_reset_requested: { group: 'sign-in', dicom: 110113, action: 'E' },
  password_reset: { group: 'sign-in', dicom: 110113, action: 'U' },
  /** By a mailed link, a browser may sign in with the password, whatever others tried. */
  browser_remembered: { group: 'sign-in', dicom: 110113, action: 'E' },
  /** A passkey or an authenticator app became a factor, or was removed: `details.kind`. */
  factor_added: { group: 'sign-in', dicom: 110113, action: 'C' },
  factor_removed: { group: 'sign-in', dicom: 110113, action: 'D' },
  /** An administrator asked to remove a lost factor; another one confirmed; it was kept. Carried out: `factor_removed`. */
  factor_reset_asked: { group: 'sign-in', dicom: 110113, action: 'C' },
  factor_reset_confirmed: { group: 'sign-in', dicom: 110113, action: 'U' },
  factor_reset_cancelled: { group: 'sign-in', dicom: 110113, action: 'U' },
  recovery_codes_made: { group: 'sign-in', dicom: 110113, action: 'C' },
  recovery_code_used: { group: 'sign-in', dicom: 110113, action: 'E' },
  api_token_made: { group: 'sign-in', dicom: 110113, action: 'C' },
  api_token_revoked: { group: 'sign-in', dicom: 110113, action: 'D' },
  api_token_network: { group: 'sign-in', dicom: 110113, action: 'E' },
  language_changed: { group: 'accounts', dicom: 110100, action: 'U' },
  /** A doctor's application arrived. The account exists once the mailed link is opened (`account_created`). */
  signup_received: { group: 'accounts', dicom: 110113, action: 'C' },
  account_created: { group: 'accounts', dicom: 110113, action: 'C' },
  account_approved: { group: 'accounts', dicom: 110113, action: 'U' },
  account_rejected: { group: 'accounts', dicom: 110113, action: 'U' },
  account_suspended: { group: 'accounts', dicom: 110113, action: 'U' },
  account_reinstated: { group: 'accounts', dicom: 110113, action: 'U' },
  /** An administrator disabled an account. A doctor is suspended instead (`account_suspended`). */
  account_disabled: { group: 'accounts', dicom: 110113, action: 'U' },
  account_enabled: { group: 'accounts', dicom: 110113, action: 'U' },
  account_held: { group: 'accounts', dicom: 110113, action: 'U' },
  account_released: { group: 'accounts', dicom: 110113, action: 'U' },
  /** A center invited a person; again, if the link was mailed again. */
  member_invited: { group: 'accounts', dicom: 110113, action: 'C' },
  member_joined: { group: 'accounts', dicom: 110113, action: 'U' },
  /** The name, the sign-in name or the roles (`details.before`, `details.after`). */
  member_changed: { group: 'accounts', dicom: 110113, action: 'U' },
  member_suspended: { group: 'accounts', dicom: 110113, action: 'U' },
  member_reinstated: { group: 'accounts', dicom: 110113, action: 'U' },
  /** Also an invitation that was taken back, or a member who left (`details.byMember`). */
  member_ended: { group: 'accounts', dicom: 110113, action: 'D' },
  /** What a center requires of its members and its own account (`details.before`, `details.after`). */
  center_settings_changed: { group: 'accounts', dicom: 110113, action: 'U' },
  /** A center chose when its patients see their own pictures: `details.was`, `days` (null: not at all). */
  patient_viewing_changed: { group: 'accounts', dicom: 110113, action: 'U' },
  profile_changed: { group: 'accounts', dicom: 110113, action: 'U' },
  plan_changed: { group: 'accounts', dicom: 110113, action: 'U' },
  payment_method_changed: { group: 'accounts', dicom: 110113, action: 'U' },
  subscription_changed: { group: 'accounts', dicom: 110113, action: 'U' },
  /** A version of a plan's price, or of a center's own. */
  price_added: { group: 'billing', dicom: 110100, action: 'C' },
  price_notice_sent: { group: 'billing', dicom: 110100, action: 'E' },
  /** Something is owed for a period. */
  due_made: { group: 'billing', dicom: 110100, action: 'C' },
  due_recomputed: { group: 'billing', dicom: 110100, action: 'U' },
  /** With the SHA-256 of the document. */
  invoice_issued: { group: 'billing', dicom: 110100, action: 'C' },
  invoice_credited: { group: 'billing', dicom: 110100, action: 'C' },
  /** The tax authority has the document (`details.mark`), or it was written to a file. */
  fiscal_accepted: { group: 'billing', dicom: 110100, action: 'U' },
  /** The tax authority refused a document or its cancellation (`details.code`). */
  fiscal_rejected: { group: 'billing', dicom: 110100, action: 'U' },
  /** An administrator had a document sent again. */
  fiscal_retried: { group: 'billing', dicom: 110100, action: 'U' },
  /** Documents that only the tax authority had, as after a restore (`details.from`, `details.to`). */
  fiscal_taken_over: { group: 'billing', dicom: 110100, action: 'U' },
  /** An administrator asked for the cancellation of an invoice; `fiscal_cancelled` when the authority has done it. */
  invoice_voided: { group: 'billing', dicom: 110100, action: 'U' },
  fiscal_cancelled: { group: 'billing', dicom: 110100, action: 'U' },
  payment_recorded: { group: 'billing', dicom: 110100, action: 'C' },
  /** An account went to the provider's page, or its card is charged. */
  payment_begun: { group: 'billing', dicom: 110100, action: 'C' },
  /** The bank refused a card. */
  payment_refused: { group: 'billing', dicom: 110100, action: 'U' },
  payment_decided: { group: 'billing', dicom: 110100, action: 'U' },
  refund_made: { group: 'billing', dicom: 110100, action: 'C' },
  /** The card's bank took a payment back, for now. */
  chargeback_opened: { group: 'billing', dicom: 110100, action: 'C' },
  chargeback_closed: { group: 'billing', dicom: 110100, action: 'U' },
  payment_undone: { group: 'billing', dicom: 110100, action: 'U' },
  /** A small amount of an invoice was given up. */
  written_off: { group: 'billing', dicom: 110100, action: 'U' },
  /** What the columns of a bank’s CSV files are. */
  bank_columns_saved: { group: 'billing', dicom: 110100, action: 'U' },
  /** A document was mailed to its account again. */
  invoice_sent: { group: 'billing', dicom: 110100, action: 'E' },
  /** An account’s credit paid what an administrator chose. */
  credit_used: { group: 'billing', dicom: 110100, action: 'U' },
  /** The books of some days, as files for an accountant. */
  billing_exported: { group: 'billing', dicom: 110100, action: 'R' },
  /** Whose name and tax numbers stand on the next invoice. */
  billing_details_changed: { group: 'billing', dicom: 110113, action: 'U' },
  /** What VIES said about a VAT number (`details.state`, `details.proof`). */
  vat_number_proved: { group: 'billing', dicom: 110100, action: 'U' },
  vat_number_checked: { group: 'billing', dicom: 110100, action: 'E' },
  /** By billing: a payment began, was late, or arrived (`details.from`, `details.to`). */
  subscription_state_changed: { group: 'billing', dicom: 110113, action: 'U' },
  /** A mail about what an account owes. */
  dunning_sent: { group: 'billing', dicom: 110100, action: 'E' },
  /** An account ended its subscription at the end of its period, or resumed it. */
  subscription_cancelled: { group: 'billing', dicom: 110113, action: 'U' },
  center_created: { group: 'accounts', dicom: 110113, action: 'C' },
  center_changed: { group: 'accounts', dicom: 110113, action: 'U' },
  patient_registered: { group: 'patients', dicom: 110110, action: 'C' },
  /** A center opened a patient's sheet. */
  patient_shown: { group: 'patients', dicom: 110110, action: 'R' },
  patient_changed: { group: 'patients', dicom: 110110, action: 'U' },
  patient_erased: { group: 'patients', dicom: 110110, action: 'D' },
  amka_revealed: { group: 'patients', dicom: 110110, action: 'R' },
  access_log_shown: { group: 'patients', dicom: 110101, action: 'R' },
  /** A center listed the active grants on a patient's record. */
  grants_shown: { group: 'patients', dicom: 110110, action: 'R' },
  patients_listed: { group: 'patients', dicom: 110112, action: 'R' },
  exams_listed: { group: 'exams', dicom: 110112, action: 'R' },
  /** A resumable upload was created. It ends as `exam_uploaded`, `exam_upload_ended` or `exam_upload_refused`. */
  exam_upload_begun: { group: 'exams', dicom: 110104, action: 'C' },
  /** The center canceled a resumable upload, or it expired after 48 hours without activity. */
  exam_upload_ended: { group: 'exams', dicom: 110104, action: 'D' },
  exam_uploaded: { group: 'exams', dicom: 110104, action: 'C' },
  /** The file was not accepted and became no exam (`details.code`). */
  exam_upload_refused: { group: 'exams', dicom: 110104, action: 'C' },
  exam_downloaded: { group: 'exams', dicom: 110106, action: 'R' },
  /** A download ended (`details.complete`), or the five minutes in which instances were read one by one. */
  exam_download_ended: { group: 'exams', dicom: 110106, action: 'R' },
  /** First read of an exam's content in five minutes of a session. */
  exam_viewed: { group: 'exams', dicom: 110103, action: 'R' },
  /** The five minutes ended; the details count what was read. */
  exam_viewing_ended: { group: 'exams', dicom: 110103, action: 'R' },
  studies_searched: { group: 'exams', dicom: 110112, action: 'R' },
  exam_moved: { group: 'exams', dicom: 110110, action: 'U' },
  exam_confirmed: { group: 'exams', dicom: 110110, action: 'U' },
  exam_withdrawn: { group: 'exams', dicom: 110110, action: 'U' },
  /** An author saved a version of a set of annotations (`details.version`, `items`, `visibility`). */
  annotation_saved: { group: 'exams', dicom: 110103, action: 'C' },
  /** An author changed who sees a set: `details.was`, `visibility`. */
  annotation_shared: { group: 'exams', dicom: 110103, action: 'U' },
  annotation_withdrawn: { group: 'exams', dicom: 110103, action: 'U' },
  /** A set left as a file: `details.format`, `version`. */
  annotation_exported: { group: 'exams', dicom: 110106, action: 'R' },
  /** A patient entered a date of birth to see the own pictures, after a code from the phone. */
  own_exams_opened: { group: 'exams', dicom: 110113, action: 'E' },
  /** A patient opened an own exam: once in five minutes, for all of its images. */
  own_exam_viewed: { group: 'exams', dicom: 110103, action: 'R' },
  own_exam_downloaded: { group: 'exams', dicom: 110106, action: 'R' },
  /** A patient's download ended: `details.bytes`, `complete`. */
  own_exam_download_ended: { group: 'exams', dicom: 110106, action: 'R' },
  /** Indexing finished, and the exam can be viewed. */
  exam_viewable: { group: 'exams', dicom: 110100, action: 'U' },
  /** Indexing failed for good. The file can still be downloaded. */
  exam_unviewable: { group: 'exams', dicom: 110100, action: 'U' },
  exam_infected: { group: 'exams', dicom: 110113, action: 'U' },
  /** A doctor asked for a code to a phone number, whether or not a patient has it. */
  access_requested: { group: 'consent', dicom: 110113, action: 'E' },
  /** A doctor entered the patient's code. If it is right, the consent link is sent to the patient. */
  otp_verified: { group: 'consent', dicom: 110113, action: 'E' },
  /** A center sent a new consent link for an active grant. The first link of a request is part of `otp_verified`. */
  consent_link_sent: { group: 'consent', dicom: 110113, action: 'E' },
  /** The consent link was opened. */
  consent_shown: { group: 'consent', dicom: 110113, action: 'R' },
  consent_granted: { group: 'consent', dicom: 110113, action: 'C' },
  consent_denied: { group: 'consent', dicom: 110113, action: 'C' },
  /** A code was sent to the phone, to confirm an act on the consent link. */
  consent_code_sent: { group: 'consent', dicom: 110113, action: 'C' },
  /** A wrong, used or expired code was entered on the consent link. A right one has no event of its own. */
  consent_code_refused: { group: 'consent', dicom: 110113, action: 'E' },
  /** A code from the phone opened the list of all its grants. What is changed there has the event of each grant. */
  consent_overview_opened: { group: 'consent', dicom: 110113, action: 'R' },
  /** The patient changed the days, exam types or access notices of an active grant. */
  consent_changed: { group: 'consent', dicom: 110113, action: 'U' },
  /**
   * An active grant was ended by the patient, center, doctor or an administrator, or replaced by a newer one
   * (`details.replacedBy`). Expiry has no event.
   */
  consent_revoked: { group: 'consent', dicom: 110113, action: 'U' },
  /** A patient refused a doctor's requests for 90 days. */
  doctor_blocked: { group: 'consent', dicom: 110113, action: 'C' },
  /** The daily access notice was queued as an SMS. */
  looks_told: { group: 'consent', dicom: 110100, action: 'E' },
  /** A bank's file of movements was imported; the details count its lines. */
  statement_imported: { group: 'billing', dicom: 110100, action: 'C' },
  /** Payer and text of a movement were read. */
  bank_line_opened: { group: 'billing', dicom: 110100, action: 'R' },
  /** An administrator chose the due that a movement pays. */
  bank_line_matched: { group: 'billing', dicom: 110100, action: 'U' },
  bank_line_ignored: { group: 'billing', dicom: 110100, action: 'U' },
  support_message_received: { group: 'support', dicom: 110100, action: 'C' },
  support_message_opened: { group: 'support', dicom: 110100, action: 'R' },
  support_message_answered: { group: 'support', dicom: 110100, action: 'U' },
  support_message_closed: { group: 'support', dicom: 110100, action: 'U' },
  /** The gateway or mail server accepted an SMS or email. */
  message_sent: { group: 'portal', dicom: 110100, action: 'E' },
  /** An SMS or email will not be sent again: it failed, expired or may have been sent (`details.end`). */
  message_failed: { group: 'portal', dicom: 110100, action: 'E' },
  backup_made: { group: 'portal', dicom: 110106, action: 'R' },
  backup_restored: { group: 'portal', dicom: 110100, action: 'E' },
  key_rotation_begun: { group: 'portal', dicom: 110113, action: 'E' },
  key_rotated: { group: 'portal', dicom: 110113, action: 'U' },
  /** An alarm was raised. */
  security_alert: { group: 'portal', dicom: 110113, action: 'E' },
  security_alert_seen: { group: 'portal', dicom: 110113, action: 'U' },
  access_marked_usual: { group: 'portal', dicom: 110113, action: 'U' },
  breach_opened: { group: 'portal', dicom: 110113, action: 'C' },
  breach_changed: { group: 'portal', dicom: 110113, action: 'U' },
  breach_shown: { group: 'portal', dicom: 110113, action: 'R' },
  breach_patients_shown: { group: 'portal', dicom: 110101, action: 'R' },
  /** The authority or the persons affected were notified. */
  breach_notified: { group: 'portal', dicom: 110113, action: 'U' },
  /** An administrator decided that a notice is not needed. */
  breach_not_needed: { group: 'portal', dicom: 110113, action: 'U' },
  breach_closed: { group: 'portal', dicom: 110113, action: 'U' },
  audit_shown: { group: 'portal', dicom: 110101, action: 'R' },
  audit_exported: { group: 'portal', dicom: 110101, action: 'R' },
  /** A page of the report of who saw a record. */
  access_report_shown: { group: 'portal', dicom: 110101, action: 'R' },
  access_report_exported: { group: 'portal', dicom: 110101, action: 'R' },
  /** An authenticated request was denied (403), or its record is not the caller's (404). */
  denied: { group: 'denials', dicom: 110113, action: 'E' },
  /** A node started. */
  start: { group: 'portal', dicom: 110100, action: 'E' },
  /** A node stopped. */
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
