import * as z from 'zod';
import { openText } from '../../platform/crypto/sealing.ts';
import type { Tx } from '../../platform/db/database.ts';
import { GatewayError } from '../../platform/outbound/gateway-error.ts';
import type { Dispatch, Gateways } from '../../platform/outbound/gateways.ts';
import { record } from '../audit/record.ts';
import { systemScope } from '../authorization/may.ts';
import type { Portal } from '../portal/portal.ts';
import { noteEvent } from '../system-log/note-event.ts';
import { isSentOnce } from './kinds.ts';
import { isWithinBudget } from './sms-budget.ts';
import {
  beginTry,
  endMessage,
  lockOpen,
  type MessageEnd,
  noteHeld,
  type OpenMessage,
  returnToWaiting,
} from './store.ts';

const sms = z.object({ to: z.string(), text: z.string() });
const mail = z.object({ to: z.string(), subject: z.string(), text: z.string(), html: z.string().optional() });

export interface Sending {
  portal: Pick<Portal, 'db' | 'keys' | 'clock' | 'random' | 'crashPoint' | 'settings'>;
  gateways: Gateways;
}

/** A job's run: the message, and whether the queue gives up after it. */
export interface SendRun {
  id: string;
  isLastAttempt: boolean;
  signal: AbortSignal;
}

const budgetSpent = 'sms-budget-spent';

/** Seconds that a gateway has for one message. */
const patienceMs = { sms: 15_000, mail: 25_000 };

/**
 * Sends one message of the outbox, and empties it (decision 006). What has expired, or carries a code that another
 * replaced, is emptied unsent. A try is written down before the gateway hears of it; one whose end is not known is made
 * again only where that cannot make two messages of a code or a link. What may go later is thrown, for the queue to try
 * again until the message expires.
 */
export async function sendMessage(sending: Sending, { id, isLastAttempt, signal }: SendRun): Promise<void> {
  const { portal } = sending;
  const begun = await portal.db.within(systemScope('outbox'), (tx) => begin(sending, tx, id));
  if (begun === null) return;
  // the queue asks again until the message expires, or the budget is another day's
  if (begun === 'held') throw new GatewayError('not-sent', budgetSpent);
  portal.crashPoint('message-begun');
  const failure = await attempt(sending, begun, signal);
  if (failure === null) portal.crashPoint('message-sent');
  const state = failure === null ? 'sent' : stateAfter(sending, begun, failure);
  await settle(sending, begun, state === 'waiting' && isLastAttempt ? 'failed' : state, failure);
  if (state === 'waiting') throw failure;
}

/** Ends what must not go any more, and marks what goes now. */
async function begin(sending: Sending, tx: Tx, id: string): Promise<OpenMessage | 'held' | null> {
  const message = await lockOpen(tx, id);
  if (message === null) return null;
  const end = endBeforeSending(sending, message);
  if (end === null && !(await isWithinBudget(sending.portal, tx, message))) {
    await noteHeld(tx, id, budgetSpent);
    return 'held';
  }
  if (end === null) return { ...message, attempts: await beginTry(tx, id) };
  await conclude(sending, tx, message, end, message.isBegun ? 'interrupted' : message.lastError);
  return null;
}

function endBeforeSending({ gateways }: Sending, message: OpenMessage): MessageEnd | null {
  if (message.isBegun && isSentOnce(message.kind) && !gateways.deduplicates[message.channel]) return 'uncertain';
  if (message.validSeconds < 1) return 'expired';
  return message.superseded ? 'superseded' : null;
}

async function attempt(sending: Sending, message: OpenMessage, signal: AbortSignal): Promise<Error | null> {
  const timeout = AbortSignal.timeout(Math.min(patienceMs[message.channel], message.validSeconds * 1_000));
  const { id, validSeconds } = message;
  try {
    await handOver(sending, message, { id, validSeconds, signal: AbortSignal.any([signal, timeout]) });
    return null;
  } catch (error) {
    return error instanceof Error ? error : new Error('A gateway threw what is no error.');
  }
}

async function handOver({ portal, gateways }: Sending, message: OpenMessage, dispatch: Dispatch): Promise<void> {
  const content: unknown = JSON.parse(openText(portal.keys.outbox, `outbox:${message.id}`, message.sealed));
  if (message.channel === 'sms') await gateways.sendSms(sms.parse(content), dispatch);
  else await gateways.sendMail(mail.parse(content), dispatch);
}

/** What becomes of a message whose try failed. An error that is no gateway's is ours, and would come again each time. */
function stateAfter({ gateways }: Sending, message: OpenMessage, failure: Error): 'waiting' | 'failed' | 'uncertain' {
  if (!(failure instanceof GatewayError)) return 'failed';
  switch (failure.verdict) {
    case 'refused':
      return 'failed';
    case 'not-sent':
      return 'waiting';
    case 'unknown':
      return isSentOnce(message.kind) && !gateways.deduplicates[message.channel] ? 'uncertain' : 'waiting';
  }
}

async function settle(
  sending: Sending,
  message: OpenMessage,
  state: 'waiting' | MessageEnd,
  failure: Error | null,
): Promise<void> {
  const cause = failure === null ? null : causeOf(failure);
  await sending.portal.db.within(systemScope('outbox'), async (tx) => {
    if (state === 'waiting') await returnToWaiting(tx, message.id, message.attempts, cause ?? 'unknown');
    else await conclude(sending, tx, message, state, cause);
  });
}

function causeOf(failure: Error): string {
  return failure instanceof GatewayError ? failure.code : failure.name;
}

/** Ends a message with its trace; the administrator's log tells of mail, and of what its reader will miss. */
async function conclude(
  { portal }: Sending,
  tx: Tx,
  message: OpenMessage,
  state: MessageEnd,
  error: string | null,
): Promise<void> {
  if (!(await endMessage(tx, message.id, message.attempts, { state, error }))) return;
  if (state === 'superseded') return;
  const { id, channel, kind, attempts } = message;
  const cause = error ?? state;
  await record(tx, {
    event: state === 'sent' ? 'message_sent' : 'message_failed',
    outcome: state === 'sent' ? 'success' : 'failure',
    actor: { kind: 'system' },
    object: { kind: 'message', id },
    details: { channel, kind, ...(state === 'sent' ? {} : { end: state, cause }) },
  });
  if (state !== 'sent') await noteEvent(portal, tx, `${channel}-${state}`, { kind, attempts, error: cause });
  // an SMS sent is what happens all day
  else if (channel === 'mail') await noteEvent(portal, tx, 'mail-sent', { kind });
}
