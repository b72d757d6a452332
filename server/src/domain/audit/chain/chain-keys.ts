import { createSigningKeys, type SigningKeys } from '../../../platform/crypto/derive-keys.ts';
import type { AppKeys } from '../../keys/app-keys.ts';

/**
 * The keys of the audit chain. The database has them only wrapped by the master key, so someone who edits rows has
 * neither. The signing keys sign checkpoints.
 */
export interface ChainKeys extends SigningKeys {
  /** Key for the MAC of each record's hash. Without it, an edited record cannot get a valid MAC. */
  readonly records: Buffer;
}

/** Returns the chain's keys. They are the same on every node, after every restore and with every later master key. */
export function deriveChainKeys({
  auditRecords,
  auditCheckpoints,
}: Pick<AppKeys, 'auditRecords' | 'auditCheckpoints'>): ChainKeys {
  return {
    records: auditRecords,
    ...createSigningKeys(auditCheckpoints),
  };
}
