import type { MessageKind } from '@medcloud/contract/operations/messages';
import { encryptText } from '../../platform/crypto/encrypt-value.ts';
import type { Tx } from '../../platform/db/database.ts';
import { newId } from '../../platform/ids/ids.ts';
import type { Mail, Sms } from '../../platform/outbound/gateways.ts';
import type { AppContext } from '../core/context.ts';
import { newsLifetimeMs } from './kinds.ts';
import { insertMessage } from './store.ts';

/** A job a channel, so that a mail server that hangs holds no code up. */
export const sendJobs = { sms: 'send-sms', mail: 'send-mail' } as const;

// It is the message's own time that ends its tries: 5 minutes apart at the most, a week of them is 4,032 at the least.
const maxAttempts = 5_000;

/** What every message carries besides its text. */
export interface Envelope {
  kind: MessageKind;
  /** How long it is worth sending, from now by the database's clock: afterwards it is dropped unsent. null: a week. */
  validMs: number | null;
  /** The one-time code it carries: not sent once another replaces it. */
  otpId?: string;
  /** The number belongs to nobody: the same statements run, and nothing is sent. */
  decoy?: boolean;
}

type EnqueueContext = Pick<AppContext, 'keys' | 'queue' | 'clock' | 'random'>;

/** Writes an SMS into the outbox in the caller's transaction; the queue sends it once that commits. */
export async function enqueueSms(context: EnqueueContext, tx: Tx, sms: Sms, envelope: Envelope): Promise<void> {
  await enqueueMessage(context, tx, 'sms', JSON.stringify(sms), envelope);
}

export async function enqueueMail(context: EnqueueContext, tx: Tx, mail: Mail, envelope: Envelope): Promise<void> {
  await enqueueMessage(context, tx, 'mail', JSON.stringify(mail), envelope);
}

async function enqueueMessage(
  context: EnqueueContext,
  tx: Tx,
  channel: 'sms' | 'mail',
  text: string,
  envelope: Envelope,
): Promise<void> {
  const id = newId(context.clock, context.random);
  const encrypted = encryptText(context.keys.outbox, `outbox:${id}`, text, context.random);
  await insertMessage(tx, {
    id,
    channel,
    kind: envelope.kind,
    state: envelope.decoy ? 'decoy' : 'waiting',
    sealed: envelope.decoy ? null : encrypted,
    otp_id: envelope.otpId ?? null,
    validMs: envelope.validMs ?? newsLifetimeMs,
  });
  await context.queue.add(tx, { kind: sendJobs[channel], payload: { id }, maxAttempts: maxAttempts });
}
