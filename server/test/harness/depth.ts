import { randomInt } from 'node:crypto';

/** True for `npm run test:deep`, which tests exhaustively what `npm test` samples (docs/decisions/023). */
export const isDeep = process.env.DEEP === '1';

/** Seed of this run's random tests. The runner prints it; `SEED=… npm test` repeats the run. */
export const seed = Number(process.env.SEED ?? randomInt(2 ** 31));

/** Selects one of several ways to test the same behavior, in rotation. The deep run gets all of them. */
export const selectByTurn = <Way>(turn: number, ways: readonly Way[]): readonly Way[] =>
  isDeep ? ways : ways.filter((_, index) => index === turn % ways.length);
