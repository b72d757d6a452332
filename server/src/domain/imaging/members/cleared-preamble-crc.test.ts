import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { clearedPreambleCrc } from './cleared-preamble-crc.ts';

describe('clearedPreambleCrc', () => {
  it.each([132, 133, 4_097, 300_001])('equals the CRC-32 of a file of %i bytes with a preamble of zeros', (length) => {
    const file = randomBytes(length);
    const cleared = Buffer.from(file).fill(0, 0, 128);
    expect(clearedPreambleCrc(crc32(file), file.subarray(0, 128), length)).toBe(crc32(cleared));
  });
});
