/** All faults of the product: code and HTTP status. Their texts are in the catalogue (`text/<language>/faults.ts`). */
export const faults = {
  // 400: invalid input
  validation: { status: 400 },
  malformed: { status: 400 },
  otp_invalid: { status: 400 },
  invalid_or_expired: { status: 400 },
  invalid_current_password: { status: 400 },
  own_account: { status: 400 },
  doctor_account: { status: 400 },
  not_manageable: { status: 400 },
  too_much: { status: 400 },
  invalid_signature: { status: 400 },
  report_too_large: { status: 400 },
  // 401: authentication
  unauthenticated: { status: 401 },
  invalid_credentials: { status: 401 },
  invalid_factor: { status: 401 },
  challenge_over: { status: 401 },
  session_mismatch: { status: 401 },
  // 403: authorization
  cross_site: { status: 403 },
  https_required: { status: 403 },
  password_change_required: { status: 403 },
  factor_setup_required: { status: 403 },
  account_held: { status: 403 },
  forbidden: { status: 403 },
  permission_required: { status: 403 },
  doctor_not_verified: { status: 403 },
  subscription_required: { status: 403 },
  step_up_required: { status: 403 },
  code_required: { status: 403 },
  access_expired: { status: 403 },
  access_revoked: { status: 403 },
  // 404 to 406: resource, method or representation does not exist
  not_found: { status: 404 },
  link_invalid: { status: 404 },
  method_not_allowed: { status: 405 },
  not_acceptable: { status: 406 },
  // 409: conflict with the current state
  conflict: { status: 409 },
  review_required: { status: 409 },
  invalid_state: { status: 409 },
  billing_details_required: { status: 409 },
  issuing_off: { status: 409 },
  invoice_unpaid: { status: 409 },
  fiscal_pending: { status: 409 },
  no_card_payments: { status: 409 },
  nothing_due: { status: 409 },
  payment_in_progress: { status: 409 },
  series_behind: { status: 409 },
  vat_check_pending: { status: 409 },
  credit_too_small: { status: 409 },
  over_quota: { status: 409 },
  not_billed: { status: 409 },
  plan_agreed: { status: 409 },
  payment_overdue: { status: 409 },
  last_administrator: { status: 409 },
  last_factor: { status: 409 },
  own_role: { status: 409 },
  own_center_account: { status: 409 },
  account_elsewhere: { status: 409 },
  sign_in_first: { status: 409 },
  already_answered: { status: 409 },
  offset_conflict: { status: 409 },
  idempotency_mismatch: { status: 409 },
  content_unavailable: { status: 409 },
  content_unconfirmed: { status: 409 },
  not_scanned: { status: 409 },
  infected: { status: 409 },
  annotations_damaged: { status: 409 },
  invoice_preparing: { status: 409 },
  books_unequal: { status: 409 },
  // 410: gone for good
  patient_erased: { status: 410 },
  // 410 to 412, 423, 460: resumable uploads (tus 1.0.0)
  upload_over: { status: 410 },
  protocol_version: { status: 412 },
  // 412: If-Match names an earlier revision
  revision_conflict: { status: 412 },
  upload_busy: { status: 423 },
  checksum_mismatch: { status: 460 },
  // 413, 415, 422: the file
  too_large: { status: 413 },
  quota_exceeded: { status: 413 },
  body_too_large: { status: 413 },
  unsupported_type: { status: 415 },
  unsupported_media: { status: 415 },
  empty_file: { status: 422 },
  unreadable_archive: { status: 422 },
  unreadable_document: { status: 422 },
  unsafe_archive: { status: 422 },
  no_dicom: { status: 422 },
  measurement_mismatch: { status: 422 },
  statement_unreadable: { status: 422 },
  statement_other_account: { status: 422 },
  statement_columns_unknown: { status: 422 },
  // 416, 431: requested range and headers
  range_unsatisfiable: { status: 416 },
  headers_too_large: { status: 431 },
  // 408, 429: rate
  too_slow: { status: 408 },
  rate_limited: { status: 429 },
  // 5xx: server errors; the cause is only in the log
  internal: { status: 500 },
  unavailable: { status: 503 },
  payments_unavailable: { status: 503 },
  no_space: { status: 507 },
} as const satisfies Record<string, { status: number }>;

export type FaultCode = keyof typeof faults;

/** What is wrong with one field: a code and the value its text contains (`issueCode`). */
export interface FieldIssue {
  field: string;
  issue: string;
}

/** The value that a text contains, on the wire. `reason` is the validation code that replaces a fault's default text. */
export interface ProblemParams {
  reason?: string | undefined;
  value?: string | undefined;
}

/** One entry of a problem's `errors`. The message is English; a screen words the code. */
export interface FieldError {
  field: string;
  message: string;
  code?: string;
  params?: ProblemParams;
}

export interface FaultDetails {
  /** A validation code (`issueCode`) whose text replaces the fault's default one. */
  reason?: string;
  errors?: FieldIssue[];
  /** Sent as Retry-After. */
  retryAfterSeconds?: number;
  /** Methods that the path supports, sent as Allow. */
  allow?: string[];
  /**
   * What a client needs to go on: the current state after it changed an earlier one, or a file's unknown headings. Sent as
   * the problem's `current`.
   */
  current?: unknown;
  /** Additional headers of the response. */
  headers?: Record<string, string>;
}

/** A listed failure. Any code may throw it; only `http/server` turns it into a response. */
export class Fault extends Error {
  readonly code: FaultCode;
  readonly details: FaultDetails;

  constructor(code: FaultCode, details: FaultDetails = {}) {
    super(details.reason ?? code);
    this.name = 'Fault';
    this.code = code;
    this.details = details;
  }

  get status(): number {
    return faults[this.code].status;
  }
}

/** Creates a `validation` fault on one field. `issue` is made by `issueCode`. */
export function createFieldFault(field: string, issue: string): Fault {
  return new Fault('validation', { reason: issue, errors: [{ field, issue }] });
}

/** Checks whether `code` is a listed fault code. */
export function isFaultCode(code: unknown): code is FaultCode {
  return typeof code === 'string' && Object.hasOwn(faults, code);
}
