import { deriveKey, deriveSigningKeys, type SigningKeys } from '../../../platform/crypto/derive-keys.ts';
import type { AppKeys } from '../../keys/app-keys.ts';

/**
 * The keys of the audit chain, derived from the master key. No database has it, so someone who edits rows has neither.
 * The signing keys sign checkpoints.
 */
export interface ChainKeys extends SigningKeys {
  /** Key for the MAC of each record's hash. Without it, an edited record cannot get a valid MAC. */
  readonly records: Buffer;
}

/** Derives the chain's keys. They are the same on every node and after every restore with the same master key. */
export function deriveChainKeys({ master }: Pick<AppKeys, 'master'>): ChainKeys {
  return {
    records: deriveKey(master, 'medcloud audit records'),
    ...deriveSigningKeys(master, 'medcloud audit checkpoints'),
  };
}
