import type { Instant } from '../../platform/db/columns.ts';

export interface PatientKeysTable {
  patient_id: string;
  wrapped_key: Buffer;
  /** The master key that wrapped it. */
  master_id: number;
  created_at: Instant;
}

export interface ServiceKeysTable {
  name: string;
  wrapped_key: Buffer;
  master_id: number;
  created_at: Instant;
}

/** The master keys that are good: one, or two while a rotation rewraps. None is stored in the clear. */
export interface MasterKeysTable {
  id: number;
  fingerprint: string;
  state: 'current' | 'next';
  /** The key wrapped by KMS or Vault; null where the source holds the key itself. */
  service_wrapped: string | null;
  /** The key wrapped by the other one, while there are two. */
  wrapped_by_other: Buffer | null;
  created_at: Instant;
}

export interface RetiredMasterKeysTable {
  id: number;
  fingerprint: string;
  created_at: Date;
  retired_at: Instant;
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
  'keys.master_keys': MasterKeysTable;
  'keys.retired_master_keys': RetiredMasterKeysTable;
  'keys.service_keys': ServiceKeysTable;
  'keys.patient_keys': PatientKeysTable;
}
