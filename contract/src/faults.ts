/**
 * All faults of the product: code, HTTP status and default message.
 * A screen shows the message if it has no better one. The message says what the user can do, if anything.
 */
export const faults = {
  // 400: invalid input
  validation: { status: 400, message: 'Some fields need another look.' },
  malformed: { status: 400, message: 'The request could not be read.' },
  otp_invalid: {
    status: 400,
    message: 'The code is wrong or no longer valid. Ask the patient for the newest code, or send a new one.',
  },
  invalid_or_expired: { status: 400, message: 'This link is no longer valid. Ask for a new one.' },
  invalid_current_password: { status: 400, message: 'The current password is not right.' },
  own_account: { status: 400, message: 'You cannot disable your own account.' },
  doctor_account: { status: 400, message: 'A doctor’s account is suspended, not disabled.' },
  not_manageable: { status: 400, message: 'This account has no subscription to manage.' },
  // 401: authentication
  unauthenticated: { status: 401, message: 'Sign in to continue.' },
  invalid_credentials: { status: 401, message: 'Invalid credentials. Please try again.' },
  session_mismatch: { status: 401, message: 'Two different sessions were sent at once. Sign in again.' },
  // 403: authorization
  cross_site: { status: 403, message: 'This request came from another site and was refused.' },
  https_required: { status: 403, message: 'This portal answers on https alone.' },
  password_change_required: { status: 403, message: 'Choose a password of your own first.' },
  forbidden: { status: 403, message: 'Your account cannot do this.' },
  doctor_not_verified: { status: 403, message: 'Your medical credentials are being reviewed by our team.' },
  subscription_required: { status: 403, message: 'An active subscription is needed to see patient records.' },
  step_up_required: { status: 403, message: 'Enter your password once more to make this change.' },
  access_expired: { status: 403, message: 'The access that the patient gave has ended. Ask again to continue.' },
  access_revoked: { status: 403, message: 'The access to this patient was stopped. Ask again to continue.' },
  // 404 to 406: resource, method or representation does not exist
  not_found: { status: 404, message: 'Not found.' },
  link_invalid: { status: 404, message: 'This link is no longer valid.' },
  method_not_allowed: { status: 405, message: 'This address does not answer that method.' },
  not_acceptable: { status: 406, message: 'There is no such form of it. Ask for it as it is stored.' },
  // 409: conflict with the current state
  conflict: { status: 409, message: 'This is already registered.' },
  review_required: {
    status: 409,
    message:
      'A new name or license number has to be approved again. Until then you see no patient records; the access that patients gave you is kept.',
  },
  invalid_state: { status: 409, message: 'This can no longer be done: its state has changed.' },
  last_administrator: { status: 409, message: 'The last administrator cannot be disabled.' },
  already_answered: { status: 409, message: 'This request has already been answered otherwise.' },
  offset_conflict: { status: 409, message: 'The upload stands at another byte. Go on from there.' },
  idempotency_mismatch: { status: 409, message: 'This Idempotency-Key was used for another request.' },
  // 410 to 412, 423, 460: resumable uploads (tus 1.0.0)
  upload_over: { status: 410, message: 'This upload has ended. Begin it again.' },
  protocol_version: { status: 412, message: 'Uploads are taken by tus 1.0.0.' },
  upload_busy: { status: 423, message: 'This upload is being sent from another place. Try again in a moment.' },
  checksum_mismatch: { status: 460, message: 'A part of the file arrived changed. Send it again.' },
  // 413, 415, 422: the file
  too_large: { status: 413, message: 'File size must be less than 500MB' },
  quota_exceeded: { status: 413, message: 'The storage of your plan is full. Ask the operator for a larger plan.' },
  body_too_large: { status: 413, message: 'The request is too large.' },
  unsupported_type: { status: 415, message: 'This file is not a DICOM file or a ZIP of DICOM files.' },
  unsupported_media: { status: 415, message: 'The request has a content type that is not read here.' },
  empty_file: { status: 422, message: 'The file is empty.' },
  unreadable_archive: {
    status: 422,
    message: 'The ZIP archive is damaged, encrypted, or not complete. Make it again and upload it.',
  },
  unreadable_document: {
    status: 422,
    message: 'The document is damaged, not complete, or more than a document. Export it again and upload it.',
  },
  unsafe_archive: { status: 422, message: 'The ZIP archive is built in an unsafe way and was refused.' },
  no_dicom: { status: 422, message: 'The ZIP archive holds no DICOM file.' },
  // 416, 431: requested range and headers
  range_unsatisfiable: { status: 416, message: 'The file has no such bytes.' },
  headers_too_large: { status: 431, message: 'The headers of the request are too large.' },
  // 408, 429: rate
  too_slow: { status: 408, message: 'The upload came too slowly and was stopped. Try again on a better connection.' },
  rate_limited: { status: 429, message: 'Too many attempts. Wait a little, then try again.' },
  // 5xx: server errors; the cause is only in the log
  internal: { status: 500, message: 'Something went wrong on our side. Nothing was lost. Try again.' },
  unavailable: { status: 503, message: 'The portal cannot answer right now. Try again in a moment.' },
  no_space: { status: 507, message: 'The portal has no room for this file right now. The operator has been told.' },
} as const satisfies Record<string, { status: number; message: string }>;

export type FaultCode = keyof typeof faults;

export interface FieldError {
  field: string;
  message: string;
}

export interface FaultDetails {
  /** Replaces the code's default message. */
  message?: string;
  errors?: FieldError[];
  /** Sent as Retry-After. */
  retryAfterSeconds?: number;
  /** Methods that the path supports, sent as Allow. */
  allow?: string[];
  /** Additional headers of the response. */
  headers?: Record<string, string>;
}

/** A listed failure. Any code may throw it; only `http/server` turns it into a response. */
export class Fault extends Error {
  readonly code: FaultCode;
  readonly details: FaultDetails;

  constructor(code: FaultCode, details: FaultDetails = {}) {
    super(details.message ?? faults[code].message);
    this.name = 'Fault';
    this.code = code;
    this.details = details;
  }

  get status(): number {
    return faults[this.code].status;
  }
}

/** Creates a `validation` fault on one field, with the message to show beside it. */
export function createFieldFault(field: string, message: string): Fault {
  return new Fault('validation', { message, errors: [{ field, message }] });
}

/** Checks whether `code` is a listed fault code. */
export function isFaultCode(code: unknown): code is FaultCode {
  return typeof code === 'string' && Object.hasOwn(faults, code);
}
