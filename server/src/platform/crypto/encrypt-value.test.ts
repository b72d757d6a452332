import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { systemRandom } from '../ids/random.ts';
import {
  blindIndex,
  DecryptionError,
  decryptBytes,
  decryptText,
  encryptBytes,
  encryptedFormats,
  encryptText,
  fingerprint,
} from './encrypt-value.ts';

const key = systemRandom.bytes(32);

/** Any code points, including lone surrogates. fast-check's own unit for that takes half a second to start. */
const anyText = fc.array(fc.nat(0x10ffff)).map((points) => String.fromCodePoint(...points));

describe('encryptText and decryptText', () => {
  it('decrypts to the same text with the same key and context', () => {
    fc.assert(
      fc.property(anyText, fc.string(), (text, context) => {
        expect(decryptText(key, context, encryptText(key, context, text))).toBe(Buffer.from(text).toString());
      }),
    );
  });

  it('throws DecryptionError for another context, key or format', () => {
    const encrypted = encryptText(key, 'patient:1:amka', '01017012345');
    expect(() => decryptText(key, 'patient:2:amka', encrypted)).toThrow(DecryptionError);
    expect(() => decryptText(systemRandom.bytes(32), 'patient:1:amka', encrypted)).toThrow(DecryptionError);
    expect(() => decryptBytes(key, encryptedFormats.key, 'patient:1:amka', encrypted)).toThrow(DecryptionError);
    const relabeled = Buffer.concat([Buffer.from([encryptedFormats.key]), encrypted.subarray(1)]);
    expect(() => decryptBytes(key, encryptedFormats.key, 'patient:1:amka', relabeled)).toThrow(DecryptionError);
  });

  it('throws DecryptionError if any bit is flipped or any bytes are missing', () => {
    const encrypted = encryptText(key, 'phone', 'Παπαδόπουλος');
    for (let bit = 0; bit < encrypted.length * 8; bit += 1) {
      const altered = Buffer.from(encrypted);
      altered[bit >> 3] = (altered[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(() => decryptText(key, 'phone', altered)).toThrow(DecryptionError);
    }
    for (let length = 0; length < encrypted.length; length += 1) {
      expect(() => decryptText(key, 'phone', encrypted.subarray(0, length))).toThrow(DecryptionError);
    }
  });

  it('returns different bytes each time, without the plaintext', () => {
    const encrypted = [1, 2].map(() => encryptBytes(key, encryptedFormats.text, 'c', Buffer.from('canary')));
    expect(encrypted[0]?.equals(encrypted[1] ?? Buffer.alloc(0))).toBe(false);
    expect(encrypted[0]?.includes('canary')).toBe(false);
  });
});

describe('blindIndex', () => {
  it('returns 32 bytes: the same for the same text, others for another key, context or text', () => {
    const index = blindIndex(key, 'phone', '+306912345678').toString('hex');
    expect(index).toHaveLength(64);
    expect(blindIndex(key, 'phone', '+306912345678').toString('hex')).toBe(index);
    const others = [
      blindIndex(key, 'phone', '+306912345679'),
      blindIndex(key, 'amka', '+306912345678'),
      blindIndex(key, 'phone+', '306912345678'),
      blindIndex(systemRandom.bytes(32), 'phone', '+306912345678'),
    ];
    for (const other of others) expect(other.toString('hex')).not.toBe(index);
  });
});

describe('fingerprint', () => {
  it('returns the first 16 bytes of SHA-256 over a label and the key', () => {
    // From sha256sum of 'medcloud master key' and 32 zero bytes.
    expect(fingerprint(Buffer.alloc(32))).toBe('99c4dbd592aff46eb1dd9f5983d4b8d5');
  });
});
