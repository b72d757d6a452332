import { describe, expect, it } from 'vitest';
import { type FuzzKind, fuzz } from './fuzz.ts';

// 5,000 in the deep run; another number, or the seed of an earlier run, can be set in the environment.
const rounds = Number(process.env.FUZZ_ROUNDS ?? (process.env.DEEP === '1' ? 5_000 : 1_000));
const seed = Number(process.env.FUZZ_SEED ?? process.env.SEED ?? Math.floor(Math.random() * 2 ** 32));

const inputs: readonly FuzzKind[] = ['files', 'archives', 'documents'];
const retainKinds: readonly FuzzKind[] = ['retained bytes', 'retained objects'];

describe(`${rounds} damaged inputs (FUZZ_SEED=${seed})`, () => {
  it.each(inputs)('reads damaged %s without a crash, within 2 s and 256 MB each (T-F1)', async (kind) => {
    expect(await fuzz({ kind, seed, rounds })).toBeLessThan(256 * 1024 ** 2);
  });

  it.each(retainKinds)('rejects %s with the seed', async (kind) => {
    await expect(fuzz({ kind, seed, rounds: 1 })).rejects.toThrow(`FUZZ_SEED=${seed} FUZZ_ROUNDS=1`);
  });
});
