import type { Generated } from 'kysely';
import type { Instant, Optional } from '../../platform/db/columns.ts';
import type { DoctorState } from '../core/column-values.ts';

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

/** The tables that `doctors` owns. */
export interface DoctorsTables {
  doctors: DoctorsTable;
  signup_confirmations: SignupConfirmationsTable;
}
