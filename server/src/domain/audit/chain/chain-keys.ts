import { createPrivateKey, createPublicKey, hkdfSync, type KeyObject } from 'node:crypto';
import type { AppKeys } from '../../keys/app-keys.ts';

/**
 * The keys of the audit chain, derived from the master key. No database has it, so someone who edits rows has neither.
 */
export interface ChainKeys {
  /** Key for the MAC of each record's hash. Without it, an edited record cannot get a valid MAC. */
  readonly records: Buffer;
  /** Ed25519 (RFC 8032): signs checkpoints, which others can verify with the public key alone. */
  readonly signing: KeyObject;
  readonly verifying: KeyObject;
}

// RFC 8410 7: an Ed25519 private key in PKCS #8 is this prefix and the 32 bytes of its seed.
const pkcs8Prefix = Buffer.from('302e020100300506032b657004220420', 'hex');

/**
 * Derives the chain's keys (RFC 5869). They are the same on every node and after every restore with the same master
 * key.
 */
export function deriveChainKeys({ master }: Pick<AppKeys, 'master'>): ChainKeys {
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', master, '', purpose, 32));
  const seed = derive('medcloud audit checkpoints');
  const signing = createPrivateKey({ key: Buffer.concat([pkcs8Prefix, seed]), format: 'der', type: 'pkcs8' });
  return { records: derive('medcloud audit records'), signing, verifying: createPublicKey(signing) };
}
