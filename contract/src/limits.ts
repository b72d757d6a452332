/** Numbers that both sides hold to. Sources: section 9 of the specification, and the decided product where it says more. */
export const limits = {
  /** Exactly this many bytes pass, one more does not. */
  uploadBytes: 500 * 1_048_576,
  /** An upload in parts that nothing was heard of for so long has ended. */
  uploadIdleMs: 48 * 3_600_000,
  /** Uploads in parts that a center may have begun and not ended. */
  openUploads: 100,
  /** Of a PDF, JPEG or PNG: results and letters, not scans. */
  documentBytes: 50 * 1_048_576,
  /** Of a JPEG or PNG: more than any phone or office scanner makes. */
  documentPixels: 50_000_000,
  otpDigits: 6,
  otpLifetimeMs: 10 * 60_000,
  otpAttempts: 5,
  otpResendMs: 60_000,
  /** A number's owner may keep a doctor's requests away for so long, by a link of so many letters. */
  blockDays: 90,
  blockTokenLetters: 12,
  consentLifetimeMs: 72 * 3_600_000,
  /** So long after the password was given no step-up is asked for (security 2.5). */
  stepUpSeconds: 600,
  /** Of a mailed link: to choose a new password, and to confirm an e-mail. */
  resetLifetimeMs: 60 * 60_000,
  confirmationLifetimeMs: 24 * 3_600_000,
  /** So many links are mailed to one address, whoever asks. */
  linkMailsPerHour: 3,
  grantDays: [7, 30, 90, 365],
  grantDaysPreset: 30,
  phoneMinDigits: 7,
  phoneMinCharacters: 10,
  phoneMaxCharacters: 15,
  nameMax: 100,
  addressMax: 300,
  notesMax: 2_000,
  supportSubjectMax: 200,
  supportMessageMax: 5_000,
  reasonMax: 500,
  /** Times a day that a center may send a patient the links of their grants again. */
  linksAgainPerDay: 3,
  searchMax: 300,
  /** Of the audit trail: after so long an event should be sealed (security 4), and a record signed: a checkpoint is due each minute, two were missed. */
  sealLateMs: 10_000,
  signatureLateMs: 3 * 60_000,
  /** Events that one export of the audit trail holds. */
  auditExportMost: 200_000,
  listDefault: 100,
  listMax: 500,
  signupPasswordMin: 6,
  centerPasswordMin: 8,
  productionPasswordMin: 15,
  passwordMax: 128,
  renewalMonths: [1, 3, 6, 12],
  renewalMonthsPreset: 12,
  searchDebounceMs: 300,
  registrationBannerMs: 10_000,
  toastMs: 5_000,
  toastSwipePixels: 50,
  unusedCacheMs: 5 * 60_000,
} as const;
