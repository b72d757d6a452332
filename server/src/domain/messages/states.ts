import type { Transitions } from '../../platform/db/transitions.ts';

export type MessageEnd = 'sent' | 'expired' | 'superseded' | 'failed' | 'uncertain';

export type OutboxState = 'waiting' | 'sending' | MessageEnd;

const unsent = {
  attempt: 'sending',
  send: 'sent',
  expire: 'expired',
  supersede: 'superseded',
  fail: 'failed',
  lose: 'uncertain',
} as const;

/**
 * The states of a message in the outbox (decision 006). The acts of an attempt apply only while no other one has
 * started. `return` follows an attempt that certainly sent nothing, `lose` one whose outcome is unknown; `send` may still
 * confirm it. `abandon` ends a message that outlived its job, `supersede` also one that a restore brought back.
 */
export const messageTransitions = {
  waiting: { ...unsent, abandon: 'expired' },
  sending: { ...unsent, return: 'waiting', abandon: 'uncertain' },
  uncertain: { send: 'sent' },
  sent: {},
  expired: {},
  superseded: {},
  failed: {},
  decoy: {},
} as const satisfies Transitions<OutboxState | 'decoy'>;
