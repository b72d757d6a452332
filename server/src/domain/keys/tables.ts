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

/** Facts of this installation by name (`installation.ts`); a restore adds the backup's. */
export interface InstallationTable {
  name: string;
  value: string;
  created_at: Instant;
}

/** The tables that `keys` owns. */
export interface KeysTables {
  installation: InstallationTable;
  'keys.service_keys': ServiceKeysTable;
  'keys.patient_keys': PatientKeysTable;
}
