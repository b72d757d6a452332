import type { Transitions } from '../db/transitions.ts';

/**
 * The states of a job; a finished one has no row. The statements are hand-written, and `states.test.ts` tries every act
 * in every state.
 *
 * A running job is claimed again only after its lease expired; the other acts of a running job need its lease. A
 * failed job is dead after its last attempt. `release` gives back a job
 * that was claimed ahead and not begun. `repeat` is the end of a repeating job's run. A dead job that is retried
 * is deleted if another one with its key waits.
 */
export const jobTransitions = {
  waiting: { claim: 'running' },
  running: { claim: 'running', finish: 'finished', release: 'waiting', repeat: 'waiting', fail: ['waiting', 'dead'] },
  dead: { retry: ['waiting', 'finished'] },
  finished: {},
} as const satisfies Transitions<'waiting' | 'running' | 'dead' | 'finished'>;
