import { DecryptionError, decryptBytes, encryptBytes, encryptedFormats } from '../crypto/encrypt-value.ts';
import type { Random } from '../ids/random.ts';
import { systemRandom } from '../ids/random.ts';
import { BlobError } from './blob-error.ts';

/*
 * Envelope encryption: the master key wraps a key per patient, which wraps a key per object. Rotating the master
 * re-wraps 32 bytes a patient; destroying a patient's key makes every object of theirs unreadable wherever it lies.
 */

const keyBytes = 32;

/** A new AES-256 key. */
export function newKey(random: Random): Buffer {
  return random.bytes(keyBytes);
}

/** `key` under `wrappingKey`, 61 bytes; `context` says whose key it is (such as `patient:<id>`) and must be given again. */
export function wrapKey(wrappingKey: Buffer, key: Buffer, context: string, random: Random = systemRandom): Buffer {
  if (key.length !== keyBytes) throw new RangeError('A key has 32 bytes');
  return encryptBytes(wrappingKey, encryptedFormats.key, context, key, random);
}

/** The key that `wrapKey` was given. `corrupt` unless wrapping key, context and every byte are the same. */
export function unwrapKey(wrappingKey: Buffer, wrapped: Buffer, context: string): Buffer {
  try {
    return decryptBytes(wrappingKey, encryptedFormats.key, context, wrapped);
  } catch (error) {
    if (error instanceof DecryptionError) throw new BlobError('corrupt', { cause: error });
    throw error;
  }
}
