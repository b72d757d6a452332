import { createHash } from 'node:crypto';

/** Numbers that look random and are the same for the same seed on every machine: xoshiro128** (Blackman, Vigna 2018). */
export class Seeded {
  readonly #state: Uint32Array;

  constructor(seed: string) {
    const digest = createHash('sha256').update(seed).digest();
    this.#state = Uint32Array.from({ length: 4 }, (_, index) => digest.readUInt32LE(index * 4));
  }

  /** A whole number from 0 to 2^32 - 1. */
  uint32(): number {
    const [a = 0, b = 0, c = 0, d = 0] = this.#state;
    const result = Math.imul(rotated(Math.imul(b, 5), 7), 9) >>> 0;
    const mixedC = c ^ a;
    const mixedD = d ^ b;
    this.#state.set([a ^ mixedD, b ^ mixedC, mixedC ^ (b << 9), rotated(mixedD, 11)]);
    return result;
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
