import type { Language } from '@medcloud/contract/languages';
import type { CenterRole } from '@medcloud/contract/permissions';
import type { Generated } from 'kysely';
import type { Instant, Optional } from '../../platform/db/columns.ts';

export interface CenterFiguresTable {
  center_id: string;
  patients: number;
  exams: number;
  exam_bytes: number;
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
  /** Patients see their own pictures this many days after the upload; null: not at all. */
  own_viewing_days: Optional<number>;
  last_activity_at: Optional<Date>;
  created_at: Instant;
}

/** Memberships (migration 146). A row is never removed. */
export interface CenterMembersTable {
  id: string;
  center_id: string;
  /** Null until the invitation is accepted. */
  user_id: Optional<string>;
  roles: CenterRole[];
  username: string;
  display_name: string;
  email: string;
  language: Language;
  state: Generated<'invited' | 'active' | 'suspended' | 'ended'>;
  invited_by: string;
  /** SHA-256 of the token of the mailed link. */
  invite_hash: Buffer;
  invited_at: Instant;
  invite_expires_at: Date;
  joined_at: Optional<Date>;
  suspended_at: Optional<Date>;
  ended_at: Optional<Date>;
}

/** What a center decides for its members and its own account (migration 148). A center without a row has the presets. */
export interface CenterSettingsTable {
  center_id: string;
  /** The day from which a second factor is required; null: optional. */
  second_factor_from: Optional<string>;
  idle_minutes: Generated<number>;
}

/** The tables that `centers` owns. */
export interface CentersTables {
  medical_centers: MedicalCentersTable;
  center_figures: CenterFiguresTable;
  center_members: CenterMembersTable;
  center_settings: CenterSettingsTable;
}
