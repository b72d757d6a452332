import { createPrivateKey, createPublicKey, diffieHellman, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { decodeBech32, encodeBech32 } from './bech32.ts';

const keyBytes = 32;
const recipientPrefix = 'age';
const identityPrefix = 'age-secret-key-';

// RFC 8410 4 and 7: an X25519 key in SPKI or PKCS #8 is this prefix and its 32 bytes.
const spkiPrefix = Buffer.from('302a300506032b656e032100', 'hex');
const pkcs8Prefix = Buffer.from('302e020100300506032b656e04220420', 'hex');

/** A public X25519 key (RFC 7748) to which files are encrypted. */
export interface AgeRecipient {
  /** `age1…` */
  readonly text: string;
  readonly bytes: Buffer;
  readonly key: KeyObject;
}

/** The private key of a recipient. */
export interface AgeIdentity {
  readonly key: KeyObject;
  readonly recipient: AgeRecipient;
}

function createRecipient(bytes: Buffer): AgeRecipient {
  const key = createPublicKey({ key: Buffer.concat([spkiPrefix, bytes]), format: 'der', type: 'spki' });
  return { text: encodeBech32(recipientPrefix, bytes), bytes, key };
}

/** Creates the identity of 32 secret bytes. */
export function createIdentity(secret: Buffer): AgeIdentity {
  const key = createPrivateKey({ key: Buffer.concat([pkcs8Prefix, secret]), format: 'der', type: 'pkcs8' });
  return { key, recipient: createRecipient(exportPublicBytes(createPublicKey(key))) };
}

const exportPublicBytes = (key: KeyObject) => key.export({ format: 'der', type: 'spki' }).subarray(-keyBytes);

/** Parses `age1…`. Returns null if it is no X25519 recipient. */
export function parseRecipient(text: string): AgeRecipient | null {
  const bytes = decodeBech32(recipientPrefix, text);
  return bytes?.length === keyBytes ? createRecipient(bytes) : null;
}

/** Parses `AGE-SECRET-KEY-1…`. Returns null if it is no X25519 identity. */
export function parseIdentity(text: string): AgeIdentity | null {
  const bytes = decodeBech32(identityPrefix, text);
  return bytes?.length === keyBytes ? createIdentity(bytes) : null;
}

/** Creates a key for one file, and the secret that it shares with the recipient. */
export function shareNewSecret(recipient: AgeRecipient): { share: Buffer; secret: Buffer } {
  const { publicKey, privateKey } = generateKeyPairSync('x25519');
  return { share: exportPublicBytes(publicKey), secret: diffieHellman({ privateKey, publicKey: recipient.key }) };
}

/** Returns the secret shared with the sender of `share`; null for a point of low order, which age refuses. */
export function findSharedSecret(identity: AgeIdentity, share: Buffer): Buffer | null {
  try {
    return diffieHellman({ privateKey: identity.key, publicKey: createRecipient(share).key });
  } catch {
    return null;
  }
}
