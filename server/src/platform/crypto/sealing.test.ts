import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { systemRandom } from '../ids/random.ts';
import {
  blindIndex,
  fingerprint,
  openBytes,
  openText,
  SealBroken,
  sealBytes,
  sealedFormats,
  sealText,
} from './sealing.ts';

const key = systemRandom.bytes(32);

/** Any code points, halves of pairs too; fast-check's own unit for that takes half a second to begin with. */
const anyText = fc.array(fc.nat(0x10ffff)).map((points) => String.fromCodePoint(...points));

describe('a sealed text', () => {
  it('opens to the same text under the same key and context', () => {
    fc.assert(
      fc.property(anyText, fc.string(), (text, context) => {
        expect(openText(key, context, sealText(key, context, text))).toBe(Buffer.from(text).toString());
      }),
    );
  });

  it('does not open under another context, key or format', () => {
    const sealed = sealText(key, 'patient:1:amka', '01017012345');
    expect(() => openText(key, 'patient:2:amka', sealed)).toThrow(SealBroken);
    expect(() => openText(systemRandom.bytes(32), 'patient:1:amka', sealed)).toThrow(SealBroken);
    expect(() => openBytes(key, sealedFormats.key, 'patient:1:amka', sealed)).toThrow(SealBroken);
    const relabelled = Buffer.concat([Buffer.from([sealedFormats.key]), sealed.subarray(1)]);
    expect(() => openBytes(key, sealedFormats.key, 'patient:1:amka', relabelled)).toThrow(SealBroken);
  });

  it('does not open with any bit flipped or any part missing', () => {
    const sealed = sealText(key, 'phone', 'Παπαδόπουλος');
    for (let bit = 0; bit < sealed.length * 8; bit += 1) {
      const altered = Buffer.from(sealed);
      altered[bit >> 3] = (altered[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(() => openText(key, 'phone', altered)).toThrow(SealBroken);
    }
    for (let length = 0; length < sealed.length; length += 1) {
      expect(() => openText(key, 'phone', sealed.subarray(0, length))).toThrow(SealBroken);
    }
  });

  it('is another one each time and does not show the text', () => {
    const sealed = [1, 2].map(() => sealBytes(key, sealedFormats.text, 'c', Buffer.from('canary')));
    expect(sealed[0]?.equals(sealed[1] ?? Buffer.alloc(0))).toBe(false);
    expect(sealed[0]?.includes('canary')).toBe(false);
  });
});

describe('a blind index', () => {
  it('is 32 bytes, the same for the same text, and another for any other key, context or text', () => {
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

describe('a fingerprint', () => {
  it('is the first 16 bytes of SHA-256 over a label and the key', () => {
    // printf 'medcloud master key' and 32 zero bytes through sha256sum.
    expect(fingerprint(Buffer.alloc(32))).toBe('99c4dbd592aff46eb1dd9f5983d4b8d5');
  });
});
