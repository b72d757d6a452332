import * as z from 'zod';
import { decryptText } from '../../platform/crypto/encrypt-value.ts';
import { GatewayError } from '../../platform/outbound/gateway-error.ts';
import type { Dispatch, Gateways } from '../../platform/outbound/gateways.ts';
import { record } from '../audit/record/record.ts';
import { outboxScope } from '../authorization/authorize.ts';
import type { AppContext } from '../core/context.ts';
import type { Tx } from '../database.ts';
import { logEvent } from '../system-log/log-event.ts';
import { isSentOnce } from './kinds.ts';
import { reserveSmsBudget } from './reserve-sms-budget.ts';
import type { MessageEnd } from './states.ts';
import {
  endMessage,
  lockPending,
  type PendingMessage,
  recordAttempt,
  recordWaitCause,
  returnToWaiting,
} from './store.ts';

const sms = z.object({ to: z.string(), text: z.string() });
const mail = z.object({ to: z.string(), subject: z.string(), text: z.string(), html: z.string().optional() });

export interface SendPorts {
  context: Pick<AppContext, 'db' | 'keys' | 'events' | 'clock' | 'random' | 'reachFaultPoint' | 'settings'>;
  gateways: Gateways;
}

/** One attempt of a job: the message's id, and whether the queue gives up after it. */
export interface SendRun {
  id: string;
  isLastAttempt: boolean;
  signal: AbortSignal;
}

const budgetExhausted = 'sms-budget-spent';

/** Milliseconds a gateway has for one message. */
const timeoutsMs = { sms: 15_000, mail: 25_000 };

/**
 * Sends one message of the outbox and deletes its text (decision 006). Expired messages and replaced codes end unsent.
 * The attempt is recorded before the gateway is called. If an attempt's outcome is unknown, it is repeated only if a
 * code or link cannot arrive twice. Throws if the queue should retry, until the message expires.
 */
export async function sendMessage(ports: SendPorts, { id, isLastAttempt, signal }: SendRun): Promise<void> {
  const { context } = ports;
  const started = await context.db.within(outboxScope(id), (tx) => startSending(ports, tx, id));
  if (started === null) return;
  // the queue retries until the message expires or the next day's budget starts
  if (started === 'over-budget') throw new GatewayError('not-sent', budgetExhausted);
  context.reachFaultPoint('message-begun');
  const failure = await trySend(ports, started, signal);
  if (failure === null) context.reachFaultPoint('message-sent');
  const state = failure === null ? 'sent' : stateAfterFailure(ports, started, failure);
  await saveOutcome(ports, started, state === 'waiting' && isLastAttempt ? 'failed' : state, failure);
  if (state === 'waiting') throw failure;
}

/** Ends a message that must not be sent, or records the attempt and returns the message. */
async function startSending(ports: SendPorts, tx: Tx, id: string): Promise<PendingMessage | 'over-budget' | null> {
  const message = await lockPending(tx, id);
  if (message === null) return null;
  const end = findEndState(ports, message);
  if (end === null && !(await reserveSmsBudget(ports.context, tx, message))) {
    await recordWaitCause(tx, id, budgetExhausted);
    return 'over-budget';
  }
  if (end === null) return { ...message, attempts: await recordAttempt(tx, id) };
  await finishMessage(ports, tx, message, end, message.isStarted ? 'interrupted' : message.lastError);
  return null;
}

function findEndState({ gateways }: SendPorts, message: PendingMessage): MessageEnd | null {
  if (message.isStarted && isSentOnce(message.kind) && !gateways.canDeduplicate[message.channel]) return 'uncertain';
  if (message.validSeconds < 1) return 'expired';
  return message.superseded ? 'superseded' : null;
}

async function trySend(ports: SendPorts, message: PendingMessage, signal: AbortSignal): Promise<Error | null> {
  const timeout = AbortSignal.timeout(Math.min(timeoutsMs[message.channel], message.validSeconds * 1_000));
  const { id, validSeconds } = message;
  try {
    await dispatchMessage(ports, message, { id, validSeconds, signal: AbortSignal.any([signal, timeout]) });
    return null;
  } catch (error) {
    return error instanceof Error ? error : new Error('A gateway threw a value that is not an Error.');
  }
}

async function dispatchMessage(
  { context, gateways }: SendPorts,
  message: PendingMessage,
  dispatch: Dispatch,
): Promise<void> {
  const content: unknown = JSON.parse(decryptText(context.keys.outbox, `outbox:${message.id}`, message.encrypted));
  if (message.channel === 'sms') await gateways.sendSms(sms.parse(content), dispatch);
  else await gateways.sendMail(mail.parse(content), dispatch);
}

/**
 * Returns the state after a failed attempt. Any error other than `GatewayError` is our own bug and would repeat every
 * time.
 */
function stateAfterFailure(
  { gateways }: SendPorts,
  message: PendingMessage,
  failure: Error,
): 'waiting' | 'failed' | 'uncertain' {
  if (!(failure instanceof GatewayError)) return 'failed';
  switch (failure.verdict) {
    case 'refused':
      return 'failed';
    case 'not-sent':
      return 'waiting';
    case 'unknown':
      return isSentOnce(message.kind) && !gateways.canDeduplicate[message.channel] ? 'uncertain' : 'waiting';
  }
}

async function saveOutcome(
  ports: SendPorts,
  message: PendingMessage,
  state: 'waiting' | MessageEnd,
  failure: Error | null,
): Promise<void> {
  const cause = failure === null ? null : causeOf(failure);
  await ports.context.db.within(outboxScope(message.id), async (tx) => {
    if (state === 'waiting') await returnToWaiting(tx, message.id, message.attempts, cause ?? 'unknown');
    else await finishMessage(ports, tx, message, state, cause);
  });
}

function causeOf(failure: Error): string {
  return failure instanceof GatewayError ? failure.code : failure.name;
}

/** Ends a message with its audit event. The system log gets sent mail, and every message that was not delivered. */
async function finishMessage(
  { context }: SendPorts,
  tx: Tx,
  message: PendingMessage,
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
  if (state !== 'sent') await logEvent(context, tx, `${channel}-${state}`, { kind, attempts, error: cause });
  // sent SMS are too frequent for the system log
  else if (channel === 'mail') await logEvent(context, tx, 'mail-sent', { kind });
}
