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

/** The tables that `centers` owns. */
export interface CentersTables {
  medical_centers: MedicalCentersTable;
  center_figures: CenterFiguresTable;
}
