import { describe, expect, it } from 'vitest';
import { draw, generateCenterId, generatePassword, type RandomFill } from './credentials.ts';

/** Answers with these bytes, over and over. */
function bytesOf(...given: number[]): RandomFill {
  let place = 0;
  return (bytes) => bytes.map(() => given[place++ % given.length] ?? 0);
}

describe('generated credentials', () => {
  it('makes a center ID of MC and six uppercase letters or digits', () => {
    expect(generateCenterId()).toMatch(/^MC[A-Z0-9]{6}$/);
    expect(generateCenterId(bytesOf(0, 31, 32, 255))).toBe('MCA9A9A9');
  });

  it('makes a password of twelve characters', () => {
    expect(generatePassword()).toMatch(/^[A-Za-z0-9]{12}$/);
    expect(new Set(Array.from({ length: 50 }, () => generatePassword())).size).toBe(50);
  });

  it('leaves out what is misread', () => {
    const many = Array.from({ length: 500 }, () => generateCenterId().slice(2) + generatePassword()).join('');
    expect(many).not.toMatch(/[0O1Il]/);
  });

  it('has no bias: every character has the same number of bytes, and the bytes left over are not used', () => {
    for (const size of [3, 32, 57, 100]) {
      const alphabet = Array.from({ length: size }, (_, place) => String.fromCharCode(0x4e00 + place)).join('');
      const every = Array.from({ length: 256 }, (_, byte) => byte);
      const fair = 256 - (256 % size);
      const counts = new Map<string, number>();
      for (const character of draw(alphabet, fair, bytesOf(...every))) {
        counts.set(character, (counts.get(character) ?? 0) + 1);
      }
      expect(counts.size).toBe(size);
      expect(new Set(counts.values())).toEqual(new Set([fair / size]));
    }
  });

  it('draws again where bytes were thrown away', () => {
    expect(draw('abc', 2, bytesOf(255, 1))).toBe('bb');
  });
});
