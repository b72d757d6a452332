import type { Instant, Optional } from '../../platform/db/columns.ts';
import type { FactColumns } from './patient-columns.ts';

export interface PatientsTable extends FactColumns {
  id: string;
  center_id: string;
  patient_id: string;
  name_key: string;
  phone_index: Optional<Buffer>;
  amka_index: Optional<Buffer>;
  registered_by: string;
  created_at: Instant;
  erased_at: Optional<Date>;
}

/** The tables that `patients` owns. */
export interface PatientsTables {
  patients: PatientsTable;
}
