/** Returns a number from 0 (inclusive) to `bound` (exclusive), the same sequence for the same seed. */
export type SeededRandom = (bound: number) => number;

/** Creates a sequence of numbers from a seed (mulberry32). */
export function createSeededRandom(seed: number): SeededRandom {
  let state = seed >>> 0;
  return (bound) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % Math.max(1, bound);
  };
}

type Mutation = (bytes: Uint8Array, random: SeededRandom, other: Uint8Array) => Uint8Array;

// Lengths that overflow, that reach the end, that mean "undefined", and zero.
const specialWords = [
  0, 1, 0xff, 0xffff, 0x7fffffff, 0x80000000, 0xfffffffe, 0xffffffff, 0xe000fffe, 0xe00dfffe, 0xe0ddfffe,
];

const flipBit: Mutation = (bytes, random) => {
  const copy = new Uint8Array(bytes);
  const at = random(copy.length);
  copy[at] = (copy[at] ?? 0) ^ (1 << random(8));
  return copy;
};

const writeWord: Mutation = (bytes, random) => {
  if (bytes.length < 4) return bytes;
  const copy = new Uint8Array(bytes);
  new DataView(copy.buffer).setUint32(
    random(copy.length - 3),
    specialWords[random(specialWords.length)] ?? 0,
    random(4) > 0,
  );
  return copy;
};

const truncate: Mutation = (bytes, random) => new Uint8Array(bytes.subarray(0, random(bytes.length)));

const removeBytes: Mutation = (bytes, random) => {
  const start = random(bytes.length);
  const end = Math.min(bytes.length, start + random(64));
  return concatBytes([bytes.subarray(0, start), bytes.subarray(end)]);
};

const repeatBytes: Mutation = (bytes, random) => {
  const start = random(bytes.length);
  const chunk = bytes.subarray(start, start + random(256));
  return concatBytes([
    bytes.subarray(0, start),
    ...Array.from({ length: 1 + random(16) }, () => chunk),
    bytes.subarray(start),
  ]);
};

const crossOver: Mutation = (bytes, random, other) =>
  concatBytes([bytes.subarray(0, random(bytes.length)), other.subarray(random(other.length))]);

const mutations = [flipBit, flipBit, writeWord, writeWord, writeWord, truncate, removeBytes, repeatBytes, crossOver];

/** Returns a copy of the file with one to eight mutations. */
export function mutate(bytes: Uint8Array, other: Uint8Array, random: SeededRandom): Uint8Array {
  let mutated = bytes;
  for (let count = 1 + random(8); count > 0; count--)
    mutated = (mutations[random(mutations.length)] ?? flipBit)(mutated, random, other);
  return mutated;
}

function concatBytes(chunks: readonly Uint8Array[]): Uint8Array {
  const result = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.length, 0));
  let offset = 0;
  for (const chunk of chunks) {
    result.set(chunk, offset);
    offset += chunk.length;
  }
  return result;
}
