import type { LocalizedText } from './format-message.ts';

/** Groups of audit events, used to filter the audit log. */
export const auditGroups = {
  'sign-in': { en: 'Sign-in and sessions', el: 'Σύνδεση και συνεδρίες' },
  accounts: { en: 'Accounts', el: 'Λογαριασμοί' },
  patients: { en: 'Patients', el: 'Ασθενείς' },
  exams: { en: 'Exams', el: 'Εξετάσεις' },
  consent: { en: 'Consent', el: 'Συγκατάθεση' },
  denials: { en: 'Refusals', el: 'Αρνήσεις' },
  support: { en: 'Support', el: 'Υποστήριξη' },
  portal: { en: 'Portal', el: 'Πύλη' },
} as const satisfies Record<string, LocalizedText>;
export type AuditGroup = keyof typeof auditGroups;

/** The groups in the order of the screen. */
export const auditGroupNames = [
  'sign-in',
  'accounts',
  'patients',
  'exams',
  'consent',
  'denials',
  'support',
  'portal',
] as const satisfies AuditGroup[];

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

interface AuditEventText extends LocalizedText {
  group: AuditGroup;
  dicom: DicomAuditCode;
  action: AuditAction;
}

/** All kinds of audit events. Names follow the DICOM and OWASP vocabularies if they have one. */
export const auditEvents = {
  login: { group: 'sign-in', dicom: 110114, action: 'E', en: 'Sign-in', el: 'Σύνδεση' },
  logout: { group: 'sign-in', dicom: 110114, action: 'E', en: 'Sign-out', el: 'Αποσύνδεση' },
  session_ended: { group: 'sign-in', dicom: 110114, action: 'E', en: 'Session ended', el: 'Τερματισμός συνεδρίας' },
  stepped_up: {
    group: 'sign-in',
    dicom: 110114,
    action: 'E',
    en: 'Password given again',
    el: 'Επαναληπτική εισαγωγή κωδικού',
  },
  password_changed: {
    group: 'sign-in',
    dicom: 110113,
    action: 'U',
    en: 'Password changed',
    el: 'Αλλαγή κωδικού πρόσβασης',
  },
  password_reset_requested: {
    group: 'sign-in',
    dicom: 110113,
    action: 'E',
    en: 'New password asked for',
    el: 'Αίτημα νέου κωδικού πρόσβασης',
  },
  password_reset: {
    group: 'sign-in',
    dicom: 110113,
    action: 'U',
    en: 'Password set by a mailed link',
    el: 'Ορισμός κωδικού μέσω συνδέσμου',
  },
  api_token_made: {
    group: 'sign-in',
    dicom: 110113,
    action: 'C',
    en: 'API token made',
    el: 'Δημιουργία διακριτικού API',
  },
  api_token_revoked: {
    group: 'sign-in',
    dicom: 110113,
    action: 'D',
    en: 'API token revoked',
    el: 'Ανάκληση διακριτικού API',
  },
  language_changed: { group: 'accounts', dicom: 110100, action: 'U', en: 'Language changed', el: 'Αλλαγή γλώσσας' },
  signup_received: { group: 'accounts', dicom: 110113, action: 'C', en: 'Sign-up received', el: 'Λήψη εγγραφής' },
  account_created: {
    group: 'accounts',
    dicom: 110113,
    action: 'C',
    en: 'Account created',
    el: 'Δημιουργία λογαριασμού',
  },
  account_approved: { group: 'accounts', dicom: 110113, action: 'U', en: 'Doctor approved', el: 'Έγκριση ιατρού' },
  account_rejected: { group: 'accounts', dicom: 110113, action: 'U', en: 'Doctor rejected', el: 'Απόρριψη ιατρού' },
  account_suspended: { group: 'accounts', dicom: 110113, action: 'U', en: 'Doctor suspended', el: 'Αναστολή ιατρού' },
  account_reinstated: {
    group: 'accounts',
    dicom: 110113,
    action: 'U',
    en: 'Doctor reinstated',
    el: 'Άρση αναστολής ιατρού',
  },
  account_disabled: {
    group: 'accounts',
    dicom: 110113,
    action: 'U',
    en: 'Account disabled',
    el: 'Απενεργοποίηση λογαριασμού',
  },
  account_enabled: {
    group: 'accounts',
    dicom: 110113,
    action: 'U',
    en: 'Account enabled',
    el: 'Ενεργοποίηση λογαριασμού',
  },
  profile_changed: { group: 'accounts', dicom: 110113, action: 'U', en: 'Profile changed', el: 'Αλλαγή προφίλ' },
  plan_changed: { group: 'accounts', dicom: 110113, action: 'U', en: 'Plan changed', el: 'Αλλαγή προγράμματος' },
  payment_method_changed: {
    group: 'accounts',
    dicom: 110113,
    action: 'U',
    en: 'Payment method changed',
    el: 'Αλλαγή τρόπου πληρωμής',
  },
  subscription_changed: {
    group: 'accounts',
    dicom: 110113,
    action: 'U',
    en: 'Subscription changed',
    el: 'Αλλαγή συνδρομής',
  },
  center_created: {
    group: 'accounts',
    dicom: 110113,
    action: 'C',
    en: 'Medical center created',
    el: 'Δημιουργία ιατρικού κέντρου',
  },
  center_changed: {
    group: 'accounts',
    dicom: 110113,
    action: 'U',
    en: 'Medical center changed',
    el: 'Αλλαγή ιατρικού κέντρου',
  },
  patient_registered: {
    group: 'patients',
    dicom: 110110,
    action: 'C',
    en: 'Patient registered',
    el: 'Εγγραφή ασθενούς',
  },
  patient_shown: {
    group: 'patients',
    dicom: 110110,
    action: 'R',
    en: 'Patient opened',
    el: 'Άνοιγμα καρτέλας ασθενούς',
  },
  patient_changed: {
    group: 'patients',
    dicom: 110110,
    action: 'U',
    en: 'Patient changed',
    el: 'Αλλαγή στοιχείων ασθενούς',
  },
  amka_revealed: { group: 'patients', dicom: 110110, action: 'R', en: 'AMKA revealed', el: 'Εμφάνιση ΑΜΚΑ' },
  access_log_shown: {
    group: 'patients',
    dicom: 110101,
    action: 'R',
    en: 'Access log of a patient read',
    el: 'Ανάγνωση αρχείου πρόσβασης ασθενούς',
  },
  grants_shown: {
    group: 'patients',
    dicom: 110110,
    action: 'R',
    en: 'Grants of a patient read',
    el: 'Ανάγνωση αδειών πρόσβασης ασθενούς',
  },
  patients_listed: { group: 'patients', dicom: 110112, action: 'R', en: 'Patients listed', el: 'Λίστα ασθενών' },
  exams_listed: {
    group: 'exams',
    dicom: 110112,
    action: 'R',
    en: 'Exams of a patient listed',
    el: 'Λίστα εξετάσεων ασθενούς',
  },
  exam_upload_begun: { group: 'exams', dicom: 110104, action: 'C', en: 'Upload begun', el: 'Έναρξη μεταφόρτωσης' },
  exam_upload_ended: {
    group: 'exams',
    dicom: 110104,
    action: 'D',
    en: 'Upload given up',
    el: 'Εγκατάλειψη μεταφόρτωσης',
  },
  exam_uploaded: { group: 'exams', dicom: 110104, action: 'C', en: 'Exam uploaded', el: 'Μεταφόρτωση εξέτασης' },
  exam_upload_refused: {
    group: 'exams',
    dicom: 110104,
    action: 'C',
    en: 'Upload refused',
    el: 'Απόρριψη μεταφόρτωσης',
  },
  exam_downloaded: { group: 'exams', dicom: 110106, action: 'R', en: 'Exam downloaded', el: 'Λήψη εξέτασης' },
  exam_download_ended: { group: 'exams', dicom: 110106, action: 'R', en: 'Download ended', el: 'Τέλος λήψης' },
  exam_viewed: { group: 'exams', dicom: 110103, action: 'R', en: 'Exam viewed', el: 'Προβολή εξέτασης' },
  exam_viewing_ended: { group: 'exams', dicom: 110103, action: 'R', en: 'Viewing ended', el: 'Τέλος προβολής' },
  studies_searched: { group: 'exams', dicom: 110112, action: 'R', en: 'Studies searched', el: 'Αναζήτηση μελετών' },
  exam_moved: {
    group: 'exams',
    dicom: 110110,
    action: 'U',
    en: 'Exam moved to another patient',
    el: 'Μεταφορά εξέτασης σε άλλον ασθενή',
  },
  exam_confirmed: { group: 'exams', dicom: 110110, action: 'U', en: 'Exam confirmed', el: 'Επιβεβαίωση εξέτασης' },
  exam_withdrawn: { group: 'exams', dicom: 110110, action: 'U', en: 'Exam withdrawn', el: 'Απόσυρση εξέτασης' },
  exam_viewable: {
    group: 'exams',
    dicom: 110100,
    action: 'U',
    en: 'Exam ready to be viewed',
    el: 'Εξέταση έτοιμη για προβολή',
  },
  exam_unviewable: {
    group: 'exams',
    dicom: 110100,
    action: 'U',
    en: 'Exam cannot be viewed',
    el: 'Αδύνατη η προβολή εξέτασης',
  },
  access_requested: { group: 'consent', dicom: 110113, action: 'E', en: 'Access asked for', el: 'Αίτημα πρόσβασης' },
  otp_verified: { group: 'consent', dicom: 110113, action: 'E', en: 'One-time code', el: 'Κωδικός μίας χρήσης' },
  consent_link_sent: {
    group: 'consent',
    dicom: 110113,
    action: 'E',
    en: 'Consent link sent again',
    el: 'Νέα αποστολή συνδέσμου συγκατάθεσης',
  },
  consent_shown: {
    group: 'consent',
    dicom: 110113,
    action: 'R',
    en: 'Consent link opened',
    el: 'Άνοιγμα συνδέσμου συγκατάθεσης',
  },
  consent_granted: { group: 'consent', dicom: 110113, action: 'C', en: 'Consent granted', el: 'Χορήγηση συγκατάθεσης' },
  consent_denied: { group: 'consent', dicom: 110113, action: 'C', en: 'Consent denied', el: 'Άρνηση συγκατάθεσης' },
  consent_changed: { group: 'consent', dicom: 110113, action: 'U', en: 'Consent changed', el: 'Αλλαγή συγκατάθεσης' },
  consent_revoked: { group: 'consent', dicom: 110113, action: 'U', en: 'Consent revoked', el: 'Ανάκληση συγκατάθεσης' },
  doctor_blocked: {
    group: 'consent',
    dicom: 110113,
    action: 'C',
    en: 'Doctor blocked for a number',
    el: 'Φραγή γιατρού για αριθμό',
  },
  looks_told: {
    group: 'consent',
    dicom: 110100,
    action: 'E',
    en: 'Patient told who looked',
    el: 'Ενημέρωση ασθενούς για το ποιος κοίταξε',
  },
  support_message_received: {
    group: 'support',
    dicom: 110100,
    action: 'C',
    en: 'Message received',
    el: 'Λήψη μηνύματος',
  },
  support_message_opened: {
    group: 'support',
    dicom: 110100,
    action: 'R',
    en: 'Message opened',
    el: 'Άνοιγμα μηνύματος',
  },
  support_message_answered: {
    group: 'support',
    dicom: 110100,
    action: 'U',
    en: 'Message answered',
    el: 'Απάντηση σε μήνυμα',
  },
  support_message_closed: {
    group: 'support',
    dicom: 110100,
    action: 'U',
    en: 'Message closed',
    el: 'Κλείσιμο μηνύματος',
  },
  message_sent: { group: 'portal', dicom: 110100, action: 'E', en: 'SMS or e-mail sent', el: 'Αποστολή SMS ή e-mail' },
  message_failed: {
    group: 'portal',
    dicom: 110100,
    action: 'E',
    en: 'SMS or e-mail not sent',
    el: 'Αποτυχία αποστολής SMS ή e-mail',
  },
  backup_made: {
    group: 'portal',
    dicom: 110106,
    action: 'R',
    en: 'Backup made',
    el: 'Δημιουργία αντιγράφου ασφαλείας',
  },
  backup_restored: {
    group: 'portal',
    dicom: 110100,
    action: 'E',
    en: 'Backup restored',
    el: 'Επαναφορά αντιγράφου ασφαλείας',
  },
  security_alert: {
    group: 'portal',
    dicom: 110113,
    action: 'E',
    en: 'Security alarm raised',
    el: 'Συναγερμός ασφαλείας',
  },
  security_alert_seen: {
    group: 'portal',
    dicom: 110113,
    action: 'U',
    en: 'Security alarm looked at',
    el: 'Έλεγχος συναγερμού ασφαλείας',
  },
  audit_shown: { group: 'portal', dicom: 110101, action: 'R', en: 'Audit trail read', el: 'Ανάγνωση ίχνους ελέγχου' },
  audit_exported: {
    group: 'portal',
    dicom: 110101,
    action: 'R',
    en: 'Audit trail exported',
    el: 'Εξαγωγή ίχνους ελέγχου',
  },
  denied: { group: 'denials', dicom: 110113, action: 'E', en: 'Access', el: 'Πρόσβαση' },
  start: { group: 'portal', dicom: 110100, action: 'E', en: 'Portal started', el: 'Εκκίνηση πύλης' },
  stop: { group: 'portal', dicom: 110100, action: 'E', en: 'Portal stopped', el: 'Τερματισμός πύλης' },
} as const satisfies Record<string, AuditEventText>;
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
