import type { BreachNoticeState, BreachState } from '@medcloud/contract';
import type { Transitions } from '../../platform/db/transitions.ts';

/** The states of a record. A closed one is final: what comes to light later is a new record. */
export const breachTransitions = {
  open: { change: 'open', close: 'closed' },
  closed: {},
} as const satisfies Transitions<BreachState>;

/** The states of a notice. One that was sent is a fact; one that was not needed may be sent after all. */
export const noticeTransitions = {
  due: { notify: 'notified', waive: 'not_needed' },
  not_needed: { notify: 'notified' },
  notified: {},
} as const satisfies Transitions<BreachNoticeState>;
