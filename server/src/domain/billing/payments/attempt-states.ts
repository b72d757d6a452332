/**
 * `begun`: written, and the provider may have it. `open`: a page waits for the payer. `needs_person`: the bank wants the payer
 * to confirm. `failed`: the provider never had it. `review`: paid otherwise than asked; a person decides. `returned`: what
 * was paid otherwise went back, or is on its way.
 */
export const attemptStates = [
  'begun',
  'open',
  'processing',
  'done',
  'needs_person',
  'refused',
  'cancelled',
  'failed',
  'review',
  'returned',
] as const;
export type AttemptState = (typeof attemptStates)[number];

/** States whose end is not known. A due has at most one such attempt. */
export const liveStates = ['begun', 'open', 'processing'] as const satisfies AttemptState[];

export const isLive = (state: AttemptState): boolean => liveStates.some((live) => live === state);

/** Returns whether the money of such an attempt came, and no answer of the provider changes anything. */
export const isSettled = (state: AttemptState): boolean =>
  state === 'done' || state === 'review' || state === 'returned';
