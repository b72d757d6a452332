/**
 * Limits used by browser and server. Sources: section 9 of the specification, and the decided product where it says
 * more.
 */
export const limits = {
  /** Maximum size of an upload, inclusive. */
  uploadBytes: 500 * 1_048_576,
  /** A resumable upload without a request for this time expires. */
  uploadIdleMs: 48 * 3_600_000,
  /** Unfinished resumable uploads per center. */
  openUploads: 100,
  /** Maximum size of a PDF, JPEG or PNG: results and letters, not scans. */
  documentBytes: 50 * 1_048_576,
  /** Maximum pixels of a JPEG or PNG: more than any phone or office scanner produces. */
  documentPixels: 50_000_000,
  /** Maximum size of a bank's file of movements. */
  statementBytes: 20 * 1_048_576,
  otpDigits: 6,
  otpLifetimeMs: 10 * 60_000,
  otpAttempts: 5,
  otpResendMs: 60_000,
  /** The owner of a phone number may block a doctor's requests for this long, by a link with a token of this length. */
  blockDays: 90,
  blockTokenLetters: 12,
  consentLifetimeMs: 72 * 3_600_000,
  /** For this long after its SMS, a link grants without a code. */
  grantByLinkMs: 30 * 60_000,
  /** For this long after its code, a secret lists and changes all grants of a phone. */
  overviewMs: 20 * 60_000,
  /** No step-up is required for this long after the password was entered (security 2.5). */
  stepUpSeconds: 600,
  /** Lifetimes of mailed links: to choose a new password, and to confirm an email. */
  resetLifetimeMs: 60 * 60_000,
  confirmationLifetimeMs: 24 * 3_600_000,
  /** Mailed links per address and hour, independent of the requester. */
  linkMailsPerHour: 3,
  grantDays: [7, 30, 90, 365],
  grantDaysPreset: 30,
  phoneMinDigits: 7,
  phoneMinCharacters: 10,
  phoneMaxCharacters: 15,
  nameMax: 100,
  addressMax: 300,
  legalNameMax: 200,
  notesMax: 2_000,
  supportSubjectMax: 200,
  supportMessageMax: 5_000,
  reasonMax: 500,
  vatProofMax: 200,
  breachTitleMax: 150,
  breachTextMax: 4_000,
  /** Longest period whose events are searched without an account or session. */
  breachPeriodMaxDays: 92,
  /** Time for the notice to the authority (GDPR 33(1)), and for the one to the persons. */
  breachNoticeMs: 72 * 3_600_000,
  /** Times per day that a center may resend a patient's grant links. */
  maxResentLinksPerDay: 3,
  searchMax: 300,
  /** Spellings of one person's files that are matched with patients. */
  maxSpellings: 20,
  /**
   * Audit chain: times after which an event should be chained (security 4) and a record signed. A checkpoint is due
   * each minute, so two were missed.
   */
  chainingLateMs: 10_000,
  signatureLateMs: 3 * 60_000,
  /** Age after which a checkpoint that no anchor confirms is reported, in addition to the place's own interval. */
  anchorLateMs: 60 * 60_000,
  /** How long after the start a place of anchors may stay unread, while nothing is signed. */
  anchorUnreadMs: 15 * 60_000,
  /** How long a record may wait for the receiver of AUDIT_STREAM_URL. */
  auditStreamLateMs: 5 * 60_000,
  /** After which an exam that waits for the virus scanner is reported. */
  scanLateMs: 30 * 60_000,
  /** After which the virus scanner's signatures are reported. ClamAV publishes some each day. */
  signaturesOldMs: 7 * 86_400_000,
  /** Maximum events in one audit export. */
  maxAuditExportEvents: 200_000,
  /** Items of a draft or a set of annotations that are not deleted. */
  annotationsMax: 500,
  /** A draft of annotations as JSON. */
  annotationsBytes: 256 * 1024,
  annotationLabelMax: 200,
  /** What a user chose for the viewer, as JSON. */
  viewerSettingsBytes: 8 * 1024,
  /** Saved sets of annotations that an exam lists. */
  annotationSetsMax: 100,
  /** Most entries and days of a report of who saw a record. */
  maxReportEntries: 5_000,
  maxReportDays: 366,
  listDefault: 100,
  listMax: 500,
  /** Exams whose thumbnails one call returns. */
  thumbnailsMax: 60,
  /** How long an exam that a doctor has not opened is new, from its arrival or grant. */
  newExamDays: 30,
  /** An access that ends within these days is named on the doctor's first screen. */
  endsSoonDays: 7,
  /** Exams a page, and rows of each other list, on the doctor's first screen. */
  worklistPage: 20,
  signupPasswordMin: 6,
  centerPasswordMin: 8,
  productionPasswordMin: 15,
  passwordMax: 128,
  trialDaysMax: 90,
  trialDaysPreset: 14,
  renewalMonths: [1, 3, 6, 12],
  renewalMonthsPreset: 12,
  searchDebounceMs: 300,
  registrationBannerMs: 10_000,
  toastMs: 5_000,
  toastSwipePixels: 50,
  unusedCacheMs: 5 * 60_000,
} as const;
