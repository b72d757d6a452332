import { createHash } from 'node:crypto';

/** Numbers that look random and are the same for the same seed on every machine: xoshiro128** (Blackman, Vigna 2018). */
export class Seeded {
  // Four numbers and no array: a picture's noise takes 800,000 of them.
  #a: number;
  #b: number;
  #c: number;
  #d: number;

  constructor(seed: string) {
    const digest = createHash('sha256').update(seed).digest();
    this.#a = digest.readInt32LE(0);
    this.#b = digest.readInt32LE(4);
    this.#c = digest.readInt32LE(8);
    this.#d = digest.readInt32LE(12);
  }

  /** A whole number from 0 to 2^32 - 1. */
  uint32(): number {
    const b = this.#b;
    const mixedC = this.#c ^ this.#a;
    const mixedD = this.#d ^ b;
    this.#a ^= mixedD;
    this.#b = b ^ mixedC;
    this.#c = mixedC ^ (b << 9);
    this.#d = rotated(mixedD, 11);
    return Math.imul(rotated(Math.imul(b, 5), 7), 9) >>> 0;
  }

  /** A number from `low` up to, not including, `high`. */
  between(low: number, high: number): number {
    return low + (this.uint32() / 2 ** 32) * (high - low);
  }

  /** A bell curve around 0 with standard deviation 1: twelve uniform numbers, so that only `+` and `-` are needed. */
  gaussian(): number {
    let sum = -6;
    for (let index = 0; index < 12; index++) sum += this.between(0, 1);
    return sum;
  }
}

function rotated(value: number, bits: number): number {
  return (value << bits) | (value >>> (32 - bits));
}
