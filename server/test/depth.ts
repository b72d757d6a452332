/** Whether this is `npm run test:deep`, which goes through what `npm test` samples (docs/decisions/023). */
export const isDeep = process.env.DEEP === '1';

/** Of several ways to test the same behaviour, the one whose turn it is; in the deep run all of them. */
export const inTurn = <Way>(turn: number, ways: readonly Way[]): readonly Way[] =>
  isDeep ? ways : ways.filter((_, place) => place === turn % ways.length);
