import { createPrivateKey, createPublicKey, hkdfSync, type KeyObject } from 'node:crypto';

/** Derives 32 bytes for one purpose from the master key (RFC 5869, SHA-256): the same on every node. */
export function deriveKey(master: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', master, '', purpose, 32));
}

/** Ed25519 (RFC 8032): others can verify a signature with the public key alone. */
export interface SigningKeys {
  readonly signing: KeyObject;
  readonly verifying: KeyObject;
}

// RFC 8410 7: an Ed25519 private key in PKCS #8 is this prefix and the 32 bytes of its seed.
const pkcs8Prefix = Buffer.from('302e020100300506032b657004220420', 'hex');

/** Returns the signing keys of a secret of 32 bytes. */
export function createSigningKeys(seed: Buffer): SigningKeys {
  const key = Buffer.concat([pkcs8Prefix, seed]);
  const signing = createPrivateKey({ key, format: 'der', type: 'pkcs8' });
  return { signing, verifying: createPublicKey(signing) };
}
