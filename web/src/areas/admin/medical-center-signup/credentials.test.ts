import { describe, expect, it } from 'vitest';
import { generateCenterId, generatePassword, generateString, type RandomFill } from './credentials.ts';

/** Fills arrays with these bytes, repeated. */
function bytesOf(...values: number[]): RandomFill {
  let index = 0;
  return (bytes) => bytes.map(() => values[index++ % values.length] ?? 0);
}

describe('generateCenterId and generatePassword', () => {
  it('returns a center ID of MC and six uppercase letters or digits', () => {
    expect(generateCenterId()).toMatch(/^MC[A-Z0-9]{6}$/);
    expect(generateCenterId(bytesOf(0, 31, 32, 255))).toBe('MCA9A9A9');
  });

  it('returns a password of twelve characters', () => {
    expect(generatePassword()).toMatch(/^[A-Za-z0-9]{12}$/);
    expect(new Set(Array.from({ length: 50 }, () => generatePassword())).size).toBe(50);
  });

  it('returns a longer password where the portal requires one', () => {
    expect(generatePassword(15)).toMatch(/^[A-Za-z0-9]{15}$/);
  });

  it('uses no characters that are easily confused', () => {
    const many = Array.from({ length: 500 }, () => generateCenterId().slice(2) + generatePassword()).join('');
    expect(many).not.toMatch(/[0O1Il]/);
  });

  it('has no bias: the 256 byte values give every character equally often', () => {
    for (const size of [3, 32, 57, 100]) {
      const alphabet = Array.from({ length: size }, (_, index) => String.fromCharCode(0x4e00 + index)).join('');
      const counts = new Map<string, number>();
      for (let byte = 0; byte < 256; byte++) {
        let fillCount = 0;
        const character = generateString(alphabet, 1, (bytes) => bytes.fill(fillCount++ === 0 ? byte : 0));
        // A rejected byte makes a second fill necessary.
        if (fillCount === 1) counts.set(character, (counts.get(character) ?? 0) + 1);
      }
      expect(counts.size).toBe(size);
      expect(new Set(counts.values())).toEqual(new Set([Math.floor(256 / size)]));
    }
  });

  it('draws again after rejected bytes', () => {
    expect(generateString('abc', 2, bytesOf(255, 1))).toBe('bb');
  });
});
