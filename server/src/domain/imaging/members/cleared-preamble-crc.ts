import { crc32 } from 'node:zlib';
import { PREAMBLE_BYTES } from '@medcloud/dicom';

// The generator of CRC-32, bits reversed (APPNOTE 4.4.7), and the polynomials 1 and x^8 in the same order.
const generator = 0xedb88320;
const one = 0x80000000;
const xTo8 = 0x00800000;
const zeros = Buffer.alloc(PREAMBLE_BYTES);

/**
 * Computes the CRC-32 that a file has once its preamble is zeros, from the file's own CRC-32 and its preamble, without
 * reading the rest: CRC-32 is linear, so the difference of the preambles moves past the rest by a multiplication.
 */
export function clearedPreambleCrc(fileCrc: number, preamble: Uint8Array, sizeBytes: number): number {
  const difference = crc32(preamble) ^ crc32(zeros);
  return (fileCrc ^ multiply(powerOfX(sizeBytes - PREAMBLE_BYTES), difference)) >>> 0;
}

/** Returns x to the power of 8 times `bytes`, modulo the generator. */
function powerOfX(bytes: number): number {
  let power = one;
  let square = xTo8;
  for (let rest = bytes; rest > 0; rest = Math.floor(rest / 2)) {
    if (rest % 2 === 1) power = multiply(square, power);
    square = multiply(square, square);
  }
  return power;
}

/** Multiplies two polynomials modulo the generator. */
function multiply(a: number, b: number): number {
  let product = 0;
  let shifted = b;
  for (let bit = 31; bit >= 0; bit -= 1) {
    if ((a >>> bit) & 1) product ^= shifted;
    shifted = shifted & 1 ? (shifted >>> 1) ^ generator : shifted >>> 1;
  }
  return product >>> 0;
}
