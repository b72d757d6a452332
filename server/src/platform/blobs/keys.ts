import { DecryptionError, decryptBytes, encryptBytes, encryptedFormats } from '../crypto/encrypt-value.ts';
import type { Random } from '../ids/random.ts';
import { systemRandom } from '../ids/random.ts';
import { BlobError } from './blob-error.ts';

/*
 * Envelope encryption: the master key wraps one key per patient, which wraps one key per object. A rotation of the
 * master key re-wraps 32 bytes per patient. Destroying a patient's key makes all copies of the patient's objects
 * unreadable.
 */

const keyBytes = 32;

/** Creates an AES-256 key. */
export function newKey(random: Random): Buffer {
  return random.bytes(keyBytes);
}

/**
 * Encrypts `key` with `wrappingKey`; the result has 61 bytes. `context` names the key's owner, such as `patient:<id>`;
 * `unwrapKey` needs the same. Throws `RangeError` unless `key` has 32 bytes.
 */
export function wrapKey(wrappingKey: Buffer, key: Buffer, context: string, random: Random = systemRandom): Buffer {
  if (key.length !== keyBytes) throw new RangeError('A key has 32 bytes');
  return encryptBytes(wrappingKey, encryptedFormats.key, context, key, random);
}

/**
 * Returns the key that `wrapKey` encrypted. Throws `corrupt` unless wrapping key, context and every byte are the same.
 */
export function unwrapKey(wrappingKey: Buffer, wrapped: Buffer, context: string): Buffer {
  try {
    return decryptBytes(wrappingKey, encryptedFormats.key, context, wrapped);
  } catch (error) {
    if (error instanceof DecryptionError) throw new BlobError('corrupt', { cause: error });
    throw error;
  }
}
