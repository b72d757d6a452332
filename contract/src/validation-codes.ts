/** Codes of validation messages, sent beside a field. Their texts are in the catalogue (`text/<language>/validation.ts`). */
export type ValidationCode =
  | 'passwords_differ'
  | 'patient_required'
  | 'exam_type_required'
  | 'exam_date_required'
  | 'file_required'
  | 'file_too_large'
  | 'phone_invalid'
  | 'phone_kind_refused'
  | 'name_characters'
  | 'name_link'
  | 'patient_phone_required'
  | 'otp_required'
  | 'otp_length'
  | 'center_name_short'
  | 'email_invalid'
  | 'address_short'
  | 'center_id_short'
  | 'password_short_8'
  | 'terms_required'
  | 'payment_required'
  | 'required'
  | 'first_name_required'
  | 'name_required'
  | 'message_required'
  | 'answer_required'
  | 'last_name_required'
  | 'license_required'
  | 'specialization_required'
  | 'password_short_6'
  | 'password_short_15'
  | 'document_type_not_allowed'
  | 'document_too_large'
  | 'image_too_large'
  | 'password_common'
  | 'password_long'
  | 'field_unknown'
  | 'one_file_only'
  | 'sent_twice'
  | 'control_characters'
  | 'one_line_only'
  | 'not_readable'
  | 'text_expected'
  | 'number_expected'
  | 'integer_expected'
  | 'boolean_expected'
  | 'list_expected'
  | 'card_number_incomplete'
  | 'card_last4_invalid'
  | 'card_expiry_invalid'
  | 'center_id_characters'
  | 'date_invalid'
  | 'birth_date_range'
  | 'gender_required'
  | 'mobile_required'
  | 'amka_invalid'
  | 'amka_birth_date'
  | 'exam_date_future'
  | 'exam_date_before_birth'
  | 'end_before_start'
  | 'year_range'
  | 'months_unknown'
  | 'end_too_far'
  | 'quota_enterprise_only'
  | 'persons_required'
  | 'days_unknown'
  | 'email_taken'
  | 'license_taken'
  | 'center_id_taken'
  | 'password_same'
  | 'plan_unknown'
  | 'reason_required'
  | 'end_reason_required'
  | 'grant_required'
  | 'exams_before_birth'
  | 'uploads_running'
  | 'uploads_open'
  | 'uploads_spent'
  | 'downloads_running'
  | 'downloads_spent'
  | 'requests_paused'
  | 'codes_this_hour'
  | 'codes_today'
  | 'numbers_today'
  | 'numbers_this_week'
  | 'request_too_slow'
  | 'links_spent'
  | 'no_phone'
  | 'no_active_grant'
  | 'audit_export_too_long'
  | 'cursor_invalid'
  | 'too_many_characters'
  | 'too_few_characters'
  | 'too_many_choices'
  | 'too_few_choices'
  | 'number_too_large'
  | 'number_too_small'
  | 'choice_unknown'
  | 'code_just_sent'
  | 'code_sent'
  | 'window_invalid'
  | 'viewport_invalid'
  | 'offset_too_large'
  | 'search_value_too_long'
  | 'too_many_filters'
  | 'whole_number_expected'
  | 'idempotency_key_too_long'
  | 'header_not_bytes'
  | 'checksum_header_invalid';

const separator = ':';

/** A code with its value, if its text contains one. */
export interface ParsedIssue {
  code: string;
  value?: string;
}

/** Joins a code and the value its text contains: `too_many_characters:100`. A zod check carries it as its message. */
export function issueCode(code: ValidationCode, value?: string | number | bigint): string {
  return joinIssue(code, value);
}

/** As `issueCode`, for a code that was received. */
export function joinIssue(code: string, value?: string | number | bigint): string {
  return value === undefined ? code : `${code}${separator}${value}`;
}

/** Splits what `issueCode` joined. The code of any other text is unknown to the catalogue. */
export function parseIssue(issue: string): ParsedIssue {
  const end = issue.indexOf(separator);
  return end === -1 ? { code: issue } : { code: issue.slice(0, end), value: issue.slice(end + separator.length) };
}
