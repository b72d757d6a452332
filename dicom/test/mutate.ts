/** Numbers from 0 up to, not including, a bound, the same for the same seed. */
export type Draw = (below: number) => number;

/** A stream of numbers from a seed (mulberry32). */
export function drawsOf(seed: number): Draw {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % Math.max(1, below);
  };
}

type Mutation = (bytes: Uint8Array, draw: Draw, other: Uint8Array) => Uint8Array;

// Lengths that overflow, that reach to the end, that say "undefined", that say "nothing".
const tellingWords = [
  0, 1, 0xff, 0xffff, 0x7fffffff, 0x80000000, 0xfffffffe, 0xffffffff, 0xe000fffe, 0xe00dfffe, 0xe0ddfffe,
];

const flipBit: Mutation = (bytes, draw) => {
  const copy = new Uint8Array(bytes);
  const at = draw(copy.length);
  copy[at] = (copy[at] ?? 0) ^ (1 << draw(8));
  return copy;
};

const writeWord: Mutation = (bytes, draw) => {
  if (bytes.length < 4) return bytes;
  const copy = new Uint8Array(bytes);
  new DataView(copy.buffer).setUint32(draw(copy.length - 3), tellingWords[draw(tellingWords.length)] ?? 0, draw(4) > 0);
  return copy;
};

const cutOff: Mutation = (bytes, draw) => new Uint8Array(bytes.subarray(0, draw(bytes.length)));

const leaveOut: Mutation = (bytes, draw) => {
  const start = draw(bytes.length);
  const end = Math.min(bytes.length, start + draw(64));
  return joined([bytes.subarray(0, start), bytes.subarray(end)]);
};

const doubleUp: Mutation = (bytes, draw) => {
  const start = draw(bytes.length);
  const piece = bytes.subarray(start, start + draw(256));
  return joined([
    bytes.subarray(0, start),
    ...Array.from({ length: 1 + draw(16) }, () => piece),
    bytes.subarray(start),
  ]);
};

const crossOver: Mutation = (bytes, draw, other) =>
  joined([bytes.subarray(0, draw(bytes.length)), other.subarray(draw(other.length))]);

const mutations = [flipBit, flipBit, writeWord, writeWord, writeWord, cutOff, leaveOut, doubleUp, crossOver];

/** A file with one to eight things wrong with it. */
export function mutate(bytes: Uint8Array, other: Uint8Array, draw: Draw): Uint8Array {
  let mutated = bytes;
  for (let count = 1 + draw(8); count > 0; count--)
    mutated = (mutations[draw(mutations.length)] ?? flipBit)(mutated, draw, other);
  return mutated;
}

function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let offset = 0;
  for (const piece of pieces) {
    whole.set(piece, offset);
    offset += piece.length;
  }
  return whole;
}
