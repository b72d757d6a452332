import { sql } from 'kysely';
import type { Reader } from '../database.ts';

/**
 * Selects a patient's wrapped key from `keys.patient_keys as k`, after the id of its master key (4 bytes). Only
 * `unwrapPatientKey` reads it.
 */
export const wrappedPatientKey = sql<Buffer>`int4send(k.master_id) || k.wrapped_key`;

export interface MasterKeyRow {
  id: number;
  fingerprint: string;
  state: 'current' | 'next';
  serviceWrapped: string | null;
  wrappedByOther: Buffer | null;
  createdAt: Date;
}

/** Lists the master keys that are good, the current one first. */
export async function listMasterKeys(tx: Reader): Promise<MasterKeyRow[]> {
  return await tx
    .selectFrom('keys.master_keys')
    .select([
      'id',
      'fingerprint',
      'state',
      'service_wrapped as serviceWrapped',
      'wrapped_by_other as wrappedByOther',
      'created_at as createdAt',
    ])
    .orderBy('id')
    .execute();
}
