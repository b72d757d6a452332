import type { Transitions } from '../../../platform/db/transitions.ts';

/** The states of a billed account. An account that was never billed has none. */
export type SubscriptionState = 'trialing' | 'awaiting' | 'active' | 'past_due' | 'suspended' | 'ended';

/**
 * The states of what an account is charged for. `none`: never billed. A doctor has access while `trialing`, `active` and
 * `past_due`; a center's states end no access. `set-access.ts` alone changes them.
 */
export const subscriptionTransitions = {
  none: { try: 'trialing', await: 'awaiting', activate: 'active' },
  trialing: { activate: 'active', end: 'ended' },
  awaiting: { activate: 'active' },
  active: { activate: 'active', set_grace: 'active', mark_late: 'past_due', end: 'ended' },
  past_due: { activate: 'active', set_grace: 'past_due', suspend: 'suspended', end: 'ended' },
  suspended: { activate: 'active', end: 'ended' },
  ended: { await: 'awaiting', activate: 'active' },
} as const satisfies Transitions<SubscriptionState | 'none'>;

export type SubscriptionAct = 'try' | 'await' | 'activate' | 'set_grace' | 'mark_late' | 'suspend' | 'end';
