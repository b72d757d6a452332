import { createCipheriv, createDecipheriv, createHash, createHmac } from 'node:crypto';
import { type Random, systemRandom } from '../ids/random.ts';

/*
 * Encryption of small values at rest: format byte, 12-byte random nonce, ciphertext, 16-byte tag (AES-256-GCM, NIST
 * SP 800-38D). Format byte and context are authenticated too: a value copied into another column, or a wrapped key
 * presented as a text, fails to decrypt.
 */

const cipherName = 'aes-256-gcm';
const formatBytes = 1;
// SP 800-38D 8.2.2: 96 random bits allow 2^32 encryptions with one key.
const nonceBytes = 12;
const tagBytes = 16;
const overheadBytes = formatBytes + nonceBytes + tagBytes;

/** The content type of an encrypted value, stored as its first byte. */
export const encryptedFormats = { text: 1, key: 2, bytes: 3 } as const;
export type EncryptedFormat = (typeof encryptedFormats)[keyof typeof encryptedFormats];

/** An encrypted value cannot be decrypted: altered, truncated, or encrypted with another key, context or format. */
export class DecryptionError extends Error {
  override name = 'DecryptionError';
  readonly code = 'seal_broken';

  constructor(options?: ErrorOptions) {
    super('An encrypted value could not be decrypted', options);
  }
}

function associatedData(format: number, context: string): Buffer {
  return Buffer.concat([Buffer.from([format]), Buffer.from(context, 'utf8')]);
}

/** Encrypts `plain` with the 32-byte `key`, bound to `format` and `context`. The result is 29 bytes longer. */
export function encryptBytes(
  key: Buffer,
  format: EncryptedFormat,
  context: string,
  plain: Buffer,
  random: Random = systemRandom,
): Buffer {
  const nonce = random.bytes(nonceBytes);
  const cipher = createCipheriv(cipherName, key, nonce, { authTagLength: tagBytes });
  cipher.setAAD(associatedData(format, context));
  const ciphertext = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([Buffer.from([format]), nonce, ciphertext, cipher.getAuthTag()]);
}

/** Decrypts the result of `encryptBytes`. Throws `DecryptionError` unless key, format, context and all bytes match. */
export function decryptBytes(key: Buffer, format: EncryptedFormat, context: string, encrypted: Buffer): Buffer {
  if (encrypted.length < overheadBytes || encrypted[0] !== format) throw new DecryptionError();
  const nonce = encrypted.subarray(formatBytes, formatBytes + nonceBytes);
  const decipher = createDecipheriv(cipherName, key, nonce, { authTagLength: tagBytes });
  decipher.setAAD(associatedData(format, context));
  decipher.setAuthTag(encrypted.subarray(encrypted.length - tagBytes));
  const plain = decipher.update(encrypted.subarray(formatBytes + nonceBytes, encrypted.length - tagBytes));
  try {
    return Buffer.concat([plain, decipher.final()]);
  } catch (error) {
    throw new DecryptionError({ cause: error });
  }
}

/** Encrypts a text for a database column. `context` names column and row, so values cannot be swapped. */
export function encryptText(key: Buffer, context: string, text: string, random: Random = systemRandom): Buffer {
  return encryptBytes(key, encryptedFormats.text, context, Buffer.from(text, 'utf8'), random);
}

/** Decrypts the result of `encryptText`. Throws `DecryptionError`. */
export function decryptText(key: Buffer, context: string, encrypted: Buffer): string {
  return decryptBytes(key, encryptedFormats.text, context, encrypted).toString('utf8');
}

/**
 * Returns 32 bytes for exact search in an encrypted column: HMAC-SHA-256 with a separate key. Normalize the text first.
 * The context's length is included, so ('ab', 'c') and ('a', 'bc') differ.
 */
export function blindIndex(key: Buffer, context: string, text: string): Buffer {
  const name = Buffer.from(context, 'utf8');
  const length = Buffer.alloc(4);
  length.writeUInt32BE(name.length);
  return createHmac('sha256', key).update(length).update(name).update(text, 'utf8').digest();
}

/** Returns 32 hex digits that identify a master key without revealing it. Safe for logs and backup labels. */
export function fingerprint(key: Buffer): string {
  return createHash('sha256').update('medcloud master key').update(key).digest('hex').slice(0, 32);
}
