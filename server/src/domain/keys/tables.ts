import type { Instant } from '../../platform/db/columns.ts';

export interface PatientKeysTable {
  patient_id: string;
  wrapped_key: Buffer;
  created_at: Instant;
}

export interface ServiceKeysTable {
  name: string;
  wrapped_key: Buffer;
  created_at: Instant;
}

/** The tables that `keys` owns. */
export interface KeysTables {
  'keys.service_keys': ServiceKeysTable;
  'keys.patient_keys': PatientKeysTable;
}
