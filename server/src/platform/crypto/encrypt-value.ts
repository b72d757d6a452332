import { createCipheriv, createDecipheriv, createHash, createHmac } from 'node:crypto';
import { type Random, systemRandom } from '../ids/random.ts';

/*
 * A small secret at rest: format byte, 12-byte random nonce, ciphertext, 16-byte tag (AES-256-GCM, NIST SP 800-38D).
 * The format byte and the context are authenticated with it, so a value copied into another column, or a wrapped key
 * passed off as a text, does not open.
 */

const cipherName = 'aes-256-gcm';
const formatBytes = 1;
// SP 800-38D 8.2.2: 96 random bits serve 2^32 sealings under one key.
const nonceBytes = 12;
const tagBytes = 16;
const overheadBytes = formatBytes + nonceBytes + tagBytes;

/** What a sealed value holds; it is its first byte. */
export const encryptedFormats = { text: 1, key: 2, bytes: 3 } as const;
export type EncryptedFormat = (typeof encryptedFormats)[keyof typeof encryptedFormats];

/** A sealed value that does not open: altered, cut short, or sealed under another key, context or format. */
export class DecryptionError extends Error {
  override name = 'DecryptionError';
  readonly code = 'seal_broken';

  constructor(options?: ErrorOptions) {
    super('A sealed value did not open', options);
  }
}

function associatedData(format: number, context: string): Buffer {
  return Buffer.concat([Buffer.from([format]), Buffer.from(context, 'utf8')]);
}

/** `plain` under the 32-byte `key`, bound to `format` and `context`; 29 bytes longer than it was. */
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

/** What `sealBytes` was given. Throws `SealBroken` unless key, format, context and every byte are the same. */
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

/** A text for a database column. `context` names the column and its row, so that values cannot trade places. */
export function encryptText(key: Buffer, context: string, text: string, random: Random = systemRandom): Buffer {
  return encryptBytes(key, encryptedFormats.text, context, Buffer.from(text, 'utf8'), random);
}

/** The text `sealText` was given. Throws `SealBroken`. */
export function decryptText(key: Buffer, context: string, encrypted: Buffer): string {
  return decryptBytes(key, encryptedFormats.text, context, encrypted).toString('utf8');
}

/**
 * 32 bytes by which an encrypted column can be looked up for equality: HMAC-SHA-256 under a key of its own. Normalise
 * the text first. The context's length goes in too, so ('ab', 'c') and ('a', 'bc') differ.
 */
export function blindIndex(key: Buffer, context: string, text: string): Buffer {
  const name = Buffer.from(context, 'utf8');
  const length = Buffer.alloc(4);
  length.writeUInt32BE(name.length);
  return createHmac('sha256', key).update(length).update(name).update(text, 'utf8').digest();
}

/** 32 hex digits that tell one master key from another without telling the key; fit for logs and back-up labels. */
export function fingerprint(key: Buffer): string {
  return createHash('sha256').update('medcloud master key').update(key).digest('hex').slice(0, 32);
}
