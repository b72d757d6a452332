import { randomInt } from 'node:crypto';

/** Whether this is `npm run test:deep`, which goes through what `npm test` samples (docs/decisions/023). */
export const isDeep = process.env.DEEP === '1';

/** Where this run's random tests begin: the runner prints it, and `SEED=… npm test` repeats it. */
export const seed = Number(process.env.SEED ?? randomInt(2 ** 31));

/** Of several ways to test the same behaviour, the one whose turn it is; in the deep run all of them. */
export const selectByTurn = <Way>(turn: number, ways: readonly Way[]): readonly Way[] =>
  isDeep ? ways : ways.filter((_, index) => index === turn % ways.length);
