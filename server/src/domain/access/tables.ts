import type { Language } from '@medcloud/contract/languages';
import type { Generated } from 'kysely';
import type { Instant, Optional } from '../../platform/db/columns.ts';
import type { AccessStatusName, ExamTypeName } from '../core/column-values.ts';

export interface AccessRequestsTable {
  id: string;
  otp_id: string;
  doctor_id: string;
  phone_index: Buffer;
  phone_last3: string;
  language: Language;
  requested_at: Instant;
  expires_at: Date;
  answered_at: Optional<Date>;
  answer: Optional<'grant' | 'deny'>;
}

export interface ConsentLinksTable {
  token_hash: Buffer;
  request_id: string;
  access_id: Optional<string>;
  created_at: Instant;
  ended_at: Optional<Date>;
  phone_sealed: Optional<Buffer>;
}

export type LinkCodePurpose = 'change' | 'overview' | 'own';

/** Codes that confirm an act by a consent link, or open the list of all grants of its phone or a patient's own pictures. */
export interface LinkCodesTable {
  id: string;
  token_hash: Buffer;
  purpose: Generated<LinkCodePurpose>;
  code_mac: Optional<Buffer>;
  attempts: Generated<number>;
  created_at: Instant;
  expires_at: Date;
  used_at: Optional<Date>;
  superseded_at: Optional<Date>;
  /** Of a code for the list or own pictures: the phone that it was sent to, and the hash of the secret that it yielded. */
  phone_index: Optional<Buffer>;
  session_hash: Optional<Buffer>;
  /** Of a code for own pictures: whose they are, once the date of birth was right, and the tries so far. */
  patient_id: Optional<string>;
  birth_date_attempts: Generated<number>;
  /** What was entered so far, as MACs and hashes, and the transaction that stored the last. Never read. */
  tries: Generated<Buffer[]>;
  tried_in: Optional<string>;
}

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
  language: Optional<Language>;
  text_version: Optional<string>;
  text_hash: Optional<Buffer>;
  unlinked_at: Optional<Date>;
  tell_looks: Generated<boolean>;
  ended_by: Optional<'center' | 'doctor' | 'admin'>;
  end_reason: Optional<'asked' | 'mistake' | 'misuse' | 'other'>;
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
  /** The MACs of what was entered so far, and the transaction that stored the last. Never read. */
  tries: Generated<Buffer[]>;
  tried_in: Optional<string>;
}

/** Blocks of a doctor for a phone number, with their end. */
export interface PhoneBlocksTable {
  doctor_id: string;
  phone_index: Buffer;
  blocked_at: Instant;
  ends_at: Date;
}

/** Links at the end of a code's SMS, by which the number's owner blocks the requesting doctor. */
export interface BlockLinksTable {
  token_hash: Buffer;
  doctor_id: string;
  phone_index: Buffer;
  language: Language;
  created_at: Instant;
}

/** The tables that `access` owns. */
export interface AccessTables {
  consent_links: ConsentLinksTable;
  link_codes: LinkCodesTable;
  otp_verifications: OtpVerificationsTable;
  block_links: BlockLinksTable;
  phone_blocks: PhoneBlocksTable;
  access_requests: AccessRequestsTable;
  patient_access: PatientAccessTable;
  look_notices: { phone_index: Buffer; day: string; made_at: Instant };
}
