import { createPrivateKey, createPublicKey, hkdfSync, type KeyObject } from 'node:crypto';
import type { AppKeys } from '../../keys/app-keys.ts';

/** What proves the trail. Both come from the master key, which no database holds: whoever edits rows has neither. */
export interface ChainKeys {
  /** MAC of each record's hash, so that an edited record cannot be sealed anew. */
  readonly records: Buffer;
  /** Ed25519 (RFC 8032): signs checkpoints, which others can check by the public key alone. */
  readonly signing: KeyObject;
  readonly verifying: KeyObject;
}

// RFC 8410 7: an Ed25519 private key in PKCS #8 is this prefix and the 32 bytes of its seed.
const pkcs8Prefix = Buffer.from('302e020100300506032b657004220420', 'hex');

/** The trail's keys, the same on every node and after every restore that has the master key (RFC 5869). */
export function deriveChainKeys({ master }: Pick<AppKeys, 'master'>): ChainKeys {
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', master, '', purpose, 32));
  const seed = derive('medcloud audit checkpoints');
  const signing = createPrivateKey({ key: Buffer.concat([pkcs8Prefix, seed]), format: 'der', type: 'pkcs8' });
  return { records: derive('medcloud audit records'), signing, verifying: createPublicKey(signing) };
}
