import type { FiscalState } from '@medcloud/contract/shapes/billing/fiscal';
import type { Transitions } from '../../../platform/db/transitions.ts';

/**
 * A document is `sending` while its call runs, and after a crash until the authority was asked. `lose`: the end of a
 * call is not known. `refuse`: by its content; only `retry`, an administrator's act, sends it again.
 */
export const fiscalTransitions = {
  waiting: { send: 'sending' },
  sending: { send: 'sending', accept: 'accepted', refuse: 'rejected', postpone: 'waiting', lose: 'unknown' },
  unknown: { send: 'sending' },
  rejected: { retry: 'waiting' },
  accepted: { void: 'cancelling' },
  cancelling: { wait: 'cancelling', cancel: 'cancelled', keep: 'accepted' },
  cancelled: {},
} as const satisfies Transitions<FiscalState>;

/** States in which the authority's answer is still to come, or an administrator's decision. */
export const pendingStates = [
  'waiting',
  'sending',
  'unknown',
  'rejected',
  'cancelling',
] as const satisfies readonly FiscalState[];
