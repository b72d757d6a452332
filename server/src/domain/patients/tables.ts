import type { Instant, Optional } from '../../platform/db/columns.ts';

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

/** The tables that `patients` owns. */
export interface PatientsTables {
  patients: PatientsTable;
}
