/** `npm test -- --full`: what `npm test` does in one of its languages, themes or browsers is done in all of them (docs/decisions/023). */
export const inFull = process.env.FULL === '1';

/** Of several ways to go through the same, the one whose turn it is; in full, all of them. */
export const inTurn = <Way>(turn: number, ways: readonly Way[]): readonly Way[] =>
  inFull ? ways : ways.filter((_, place) => place === turn % ways.length);
