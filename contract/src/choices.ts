/**
 * Lists shared by shapes and screens. They are separate from the shapes, so screens that only show them do not load
 * zod.
 */
export const examTypes = ['mri', 'ct', 'xray', 'blood', 'ultrasound', 'pet-ct', 'other'] as const;
/** Exam types that also accept a PDF, JPEG or PNG. All others accept DICOM only. */
export const documentExamTypes: readonly (typeof examTypes)[number][] = ['blood', 'other'];
/** Statuses of exams in lists. Withdrawn exams are never listed. */
export const listedStatuses = ['processing', 'completed', 'needs-attention'] as const;
export const examStatuses = [...listedStatuses, 'withdrawn'] as const;
export const viewingFaults = ['damaged', 'unreadable', 'overran'] as const;
/** Fields in which a file and a patient's record can differ. */
export const patientCheckFields = ['name', 'birthDate', 'sex', 'number'] as const;
/** The fields that a browser can compare. Only the portal can interpret a patient number. */
export const preflightCheckFields = ['name', 'birthDate', 'sex'] as const;
/**
 * What a file of an exam could start on a reader's computer: `archive`: an archive within the archive; `unchecked`: it
 * could not be inspected.
 */
export const fileMarks = ['program', 'script', 'active-document', 'archive', 'unchecked'] as const;
/** `waiting`: a virus scanner has not checked the file yet; doctors cannot download it. */
export const scanResults = ['waiting', 'infected'] as const;
export type FileMark = (typeof fileMarks)[number];
/** What a download contains. */
export const downloadContents = ['original', 'exam'] as const;
export type DownloadContent = (typeof downloadContents)[number];
/** Why an exam is hidden from doctors. */
export const mismatchCauses = ['patient-mismatch', 'several-patients', 'not-compared'] as const;
export const genders = ['Male', 'Female', 'Other'] as const;
export const doctorGenders = ['female', 'male'] as const;
export const specializations = [
  'Radiology',
  'Cardiology',
  'Neurology',
  'Orthopedics',
  'General Practice',
  'Other',
] as const;
export const centerSorts = ['registrationDate', 'renewalDate', 'activityDate', 'name'] as const;
export const supportRoles = ['medical-center', 'doctor', 'admin', 'other'] as const;
/** Allowed lifetimes of an API token, in days. */
export const tokenDays = [30, 90, 365] as const;
/** A record of the breach register, and what is decided about each of its notices (GDPR 33, 34). */
export const breachStates = ['open', 'closed'] as const;
export const breachNoticeKinds = ['authority', 'persons'] as const;
export const breachNoticeStates = ['due', 'notified', 'not_needed'] as const;
/** By what the patients that a breach touches are found. */
export const breachScopeKinds = ['account', 'session', 'token', 'period'] as const;
export const supportStates = ['open', 'answered', 'closed'] as const;

/** Roles other than the patient that can revoke a grant, and reason codes. The audit log may store both. */
export const revokerRoles = ['center', 'doctor', 'admin'] as const;
export const revocationReasons = ['asked', 'mistake', 'misuse', 'other'] as const;

/** Verification of a doctor: verified, verified before and under review again, or not verified. */
export const doctorVerificationStates = ['verified', 'review', 'unverified'] as const;

/** Subscription statuses on screens. `pending`: active from a future day. */
export const shownSubscriptionStatuses = ['active', 'pending', 'inactive', 'expired'] as const;
export const centerPlanNames = ['basic', 'premium', 'enterprise'] as const;

/** Kinds of alarms that compare the exams that an account opens with what is usual for it. */
export const accessAlarmKinds: readonly string[] = ['unusual_access', 'mass_access', 'account_mass_access'];

/** File formats of an access report. */
export const reportFormats = ['csv', 'pdf'] as const;
export type ReportFormat = (typeof reportFormats)[number];

/** States of a subscription as billing sees it (docs/decisions/065). */
export const subscriptionStates = ['none', 'trialing', 'awaiting', 'active', 'past_due', 'suspended', 'ended'] as const;
export const dueStates = ['open', 'paid', 'expired', 'withdrawn'] as const;
export type DueState = (typeof dueStates)[number];
export const invoiceStates = ['open', 'overdue', 'paid', 'credited', 'void'] as const;

/** Windows for a patient's own CT in Hounsfield units: center and width. Without one, the file's own. */
export const ownWindows = { soft: [40, 400], lung: [-600, 1_500], bone: [300, 1_500] } as const;
export type OwnWindow = keyof typeof ownWindows;
export const ownWindowNames = ['soft', 'lung', 'bone'] as const satisfies OwnWindow[];

/** What a doctor may be mailed about. Mails about security, reviews and billing always come. */
export const notificationKinds = ['access_granted', 'access_changed', 'access_revoked', 'exam_arrived'] as const;
export type NotificationKind = (typeof notificationKinds)[number];

/** `daily`: in one mail a day, at 08:00 of the operator's time zone. */
export const notificationChoices = ['at-once', 'daily', 'never'] as const;
export type NotificationChoice = (typeof notificationChoices)[number];
