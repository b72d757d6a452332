import type { ColumnType, Generated } from 'kysely';
import type { AlarmsTable } from './alarms-schema.ts';
import type { AuditChainTable, AuditCheckpointsTable, AuditEventsTable, AuditUnchainedTable } from './audit-schema.ts';
import type { Instant, Json, Optional, OptionalJson } from './columns.ts';
import type { ExamContentName, ExamObjectsTable, SeriesTable, StudiesTable } from './imaging-schema.ts';
import type { ApiTokensTable, SessionsTable } from './token-schema.ts';
import type { UploadDaysTable, UploadsTable } from './uploads-schema.ts';

/** The tables as kysely sees them. Dates come as `YYYY-MM-DD`, instants as Date, bigint as number (all below 2^53). */

export type RoleName = 'admin' | 'doctor' | 'medical_center';

export interface UsersTable {
  id: string;
  email: string;
  password_hash: string;
  role: RoleName;
  language: Generated<'en' | 'el'>;
  must_change_password: Generated<boolean>;
  initial_password_expires_at: Optional<Date>;
  subscription_start_date: Optional<string>;
  subscription_end_date: Optional<string>;
  subscription_status: Generated<'active' | 'inactive' | 'expired'>;
  closed_at: Optional<Date>;
  disabled_at: Optional<Date>;
  disabled_by: Optional<string>;
  disabled_reason: Optional<string>;
  created_at: Instant;
}

export interface ConsentLinksTable {
  token_hash: Buffer;
  request_id: string;
  access_id: Optional<string>;
  created_at: Instant;
  ended_at: Optional<Date>;
}

export interface IdempotencyKeysTable {
  user_id: string;
  route: string;
  key: string;
  request_hash: Buffer;
  object_id: Optional<string>;
  created_at: Instant;
}

export interface InstallationTable {
  name: string;
  value: string;
  created_at: Instant;
}

export interface ServiceKeysTable {
  name: string;
  wrapped_key: Buffer;
  created_at: Instant;
}

export interface MedicalCentersTable {
  id: string;
  number: Generated<number>;
  user_id: string;
  name: string;
  name_key: string;
  name_order: string;
  center_id: string;
  address: Optional<string>;
  phone: Optional<string>;
  city: Optional<string>;
  state: Optional<string>;
  zip_code: Optional<string>;
  plan: 'basic' | 'premium' | 'enterprise';
  quota_bytes: Optional<number>;
  last_activity_at: Optional<Date>;
  created_at: Instant;
}

export interface CenterFiguresTable {
  center_id: string;
  patients: number;
  exams: number;
  exam_bytes: number;
}

export type DoctorState = 'pending' | 'verified' | 'pending_review' | 'suspended' | 'rejected' | 'closed';

export interface DoctorsTable {
  id: string;
  user_id: string;
  first_name: string;
  last_name: string;
  name_key: string;
  license_number: string;
  specialization: string;
  gender: Optional<'female' | 'male'>;
  state: Generated<DoctorState>;
  plan: 'yearly' | 'monthly';
  terms_version: Optional<string>;
  terms_accepted_at: Optional<Date>;
  first_approved_at: Optional<Date>;
  decided_at: Optional<Date>;
  decided_by: Optional<string>;
  reject_reason: Optional<string>;
  review_since: Optional<Date>;
  approved_first_name: Optional<string>;
  approved_last_name: Optional<string>;
  approved_license_number: Optional<string>;
  next_plan: Optional<'yearly' | 'monthly'>;
  next_plan_from: Optional<string>;
  created_at: Instant;
}

export interface PaymentMethodsTable {
  doctor_id: string;
  cardholder_name: string;
  brand: Optional<string>;
  last4: string;
  expiry: string;
  address: Optional<string>;
  city: Optional<string>;
  postal_code: Optional<string>;
  country: Optional<string>;
  updated_at: Instant;
}

export interface InvoicesTable {
  id: string;
  doctor_id: string;
  number: string;
  issued_on: string;
  due_on: string;
  amount_cents: number;
  status: Generated<'pending' | 'paid'>;
  created_at: Instant;
}

export interface PatientsTable {
  id: string;
  center_id: string;
  patient_id: string;
  first_name: string;
  last_name: string;
  name_key: string;
  date_of_birth: string;
  gender: 'Male' | 'Female' | 'Other';
  email: Optional<string>;
  language: Optional<'en' | 'el'>;
  phone_sealed: Optional<Buffer>;
  phone_index: Optional<Buffer>;
  amka_sealed: Optional<Buffer>;
  amka_index: Optional<Buffer>;
  address_sealed: Optional<Buffer>;
  registered_by: string;
  created_at: Instant;
}

export interface PatientKeysTable {
  patient_id: string;
  wrapped_key: Buffer;
  created_at: Instant;
}

export type ExamTypeName = 'mri' | 'ct' | 'xray' | 'blood' | 'ultrasound' | 'pet-ct' | 'other';
export type ExamStatusName = 'processing' | 'completed' | 'needs-attention' | 'withdrawn';

export interface ExamsTable {
  id: string;
  center_id: string;
  patient_id: string;
  exam_type: ExamTypeName;
  exam_date: string;
  referring_physician: Optional<string>;
  notes_sealed: Optional<Buffer>;
  file_name: string;
  file_size: number;
  content: ExamContentName;
  sha256: Buffer;
  status: ExamStatusName;
  status_reason: OptionalJson;
  uploaded_by: string;
  uploaded_at: Instant;
  reason_sealed: Optional<Buffer>;
  changed_at: Optional<Date>;
  imaging_state: Generated<'waiting' | 'ready' | 'failed'>;
  imaging_fault: Optional<string>;
  imaging_version: Optional<number>;
  imaging_attempts: Generated<number>;
  imaged_at: Optional<Date>;
  instance_count: Optional<number>;
  other_count: Optional<number>;
  unreadable_count: Optional<number>;
  confirmed_doubts: Generated<string[]>;
  awaits_comparison: Generated<boolean>;
  duplicate_count: Optional<number>;
  is_open: ColumnType<boolean, never, never>;
}

export interface OtpVerificationsTable {
  id: string;
  doctor_id: string;
  phone_index: Buffer;
  phone_sealed: Buffer;
  phone_last3: string;
  code_mac: Optional<Buffer>;
  attempts: Generated<number>;
  created_at: Instant;
  expires_at: Date;
  verified_at: Optional<Date>;
  superseded_at: Optional<Date>;
}

/** The link at the end of a code's message, by which the number's owner blocks the doctor who asked. */
export interface BlockLinksTable {
  token_hash: Buffer;
  doctor_id: string;
  phone_index: Buffer;
  language: 'en' | 'el';
  created_at: Instant;
}

/** Until when a doctor's requests for a number come to nothing. */
export interface PhoneBlocksTable {
  doctor_id: string;
  phone_index: Buffer;
  blocked_at: Instant;
  ends_at: Date;
}

export interface AccessRequestsTable {
  id: string;
  otp_id: string;
  doctor_id: string;
  phone_index: Buffer;
  phone_last3: string;
  language: 'en' | 'el';
  requested_at: Instant;
  expires_at: Date;
  answered_at: Optional<Date>;
  answer: Optional<'grant' | 'deny'>;
}

export type AccessStatusName = 'pending' | 'granted' | 'denied' | 'expired' | 'revoked';

export interface PatientAccessTable {
  id: string;
  request_id: string;
  doctor_id: string;
  patient_id: string;
  center_id: string;
  public_patient_id: string;
  access_token: string;
  status: Generated<AccessStatusName>;
  request_date: Instant;
  response_date: Optional<Date>;
  expires_at: Date;
  granted_at: Optional<Date>;
  ended_at: Optional<Date>;
  scope: Optional<ExamTypeName[]>;
  language: Optional<'en' | 'el'>;
  text_version: Optional<string>;
  text_hash: Optional<Buffer>;
  unlinked_at: Optional<Date>;
  tell_looks: Generated<boolean>;
  ended_by: Optional<'center' | 'doctor' | 'admin'>;
  end_reason: Optional<'asked' | 'mistake' | 'misuse' | 'other'>;
}

export interface OutboxMessagesTable {
  id: string;
  channel: 'sms' | 'mail';
  kind: string;
  state: 'waiting' | 'sending' | 'sent' | 'expired' | 'superseded' | 'failed' | 'uncertain' | 'decoy';
  sealed: Optional<Buffer>;
  otp_id: Optional<string>;
  attempts: Generated<number>;
  last_error: Optional<string>;
  created_at: Instant;
  expires_at: Date;
  sending_at: Optional<Date>;
  done_at: Optional<Date>;
}

export interface SupportMessagesTable {
  id: string;
  reference: string;
  state: Generated<'open' | 'answered' | 'closed'>;
  urgent: boolean;
  role: Optional<'medical-center' | 'doctor' | 'admin' | 'other'>;
  language: 'en' | 'el';
  content_sealed: Buffer;
  user_id: Optional<string>;
  received_at: Instant;
  answered_at: Optional<Date>;
  closed_at: Optional<Date>;
  closed_by: Optional<string>;
}

export interface SupportRepliesTable {
  id: string;
  message_id: string;
  text_sealed: Buffer;
  sent_by: string;
  sent_at: Instant;
}

export interface SystemEventsTable {
  id: string;
  at: Date;
  level: 'info' | 'success' | 'warning' | 'error';
  source: string;
  code: string;
  params: Json;
  message: string;
  search_text: string;
  times: Generated<number>;
}

export type HealthStateName = 'ok' | 'warning' | 'failed';

export interface HealthHoursTable {
  name: string;
  hour: Date;
  checks: number;
  warnings: number;
  failures: number;
  slowest_ms: number;
}

export interface HealthStatesTable {
  name: string;
  state: HealthStateName;
  since: Instant;
}

export interface PasswordResetsTable {
  id: string;
  user_id: Optional<string>;
  email_index: Buffer;
  token_hash: Buffer;
  created_at: Instant;
  expires_at: Date;
  used_at: Optional<Date>;
  superseded_at: Optional<Date>;
}

export interface SignupConfirmationsTable {
  id: string;
  email_index: Buffer;
  token_hash: Buffer;
  sealed: Optional<Buffer>;
  doctor_id: Optional<string>;
  created_at: Instant;
  expires_at: Date;
  confirmed_at: Optional<Date>;
}

export interface Tables {
  users: UsersTable;
  sessions: SessionsTable;
  api_tokens: ApiTokensTable;
  consent_links: ConsentLinksTable;
  idempotency_keys: IdempotencyKeysTable;
  installation: InstallationTable;
  'keys.service_keys': ServiceKeysTable;
  'keys.patient_keys': PatientKeysTable;
  medical_centers: MedicalCentersTable;
  center_figures: CenterFiguresTable;
  doctors: DoctorsTable;
  payment_methods: PaymentMethodsTable;
  invoices: InvoicesTable;
  patients: PatientsTable;
  exams: ExamsTable;
  exam_objects: ExamObjectsTable;
  studies: StudiesTable;
  series: SeriesTable;
  uploads: UploadsTable;
  upload_days: UploadDaysTable;
  otp_verifications: OtpVerificationsTable;
  block_links: BlockLinksTable;
  phone_blocks: PhoneBlocksTable;
  access_requests: AccessRequestsTable;
  patient_access: PatientAccessTable;
  audit_events: AuditEventsTable;
  audit_chain: AuditChainTable;
  audit_unsealed: AuditUnchainedTable;
  audit_checkpoints: AuditCheckpointsTable;
  outbox_messages: OutboxMessagesTable;
  password_resets: PasswordResetsTable;
  signup_confirmations: SignupConfirmationsTable;
  support_messages: SupportMessagesTable;
  support_replies: SupportRepliesTable;
  system_events: SystemEventsTable;
  health_hours: HealthHoursTable;
  health_states: HealthStatesTable;
  health_probes: { id: string };
  alarms: AlarmsTable;
  look_notices: { phone_index: Buffer; day: string; made_at: Instant };
  sms_days: { day: string; sent: number };
}
