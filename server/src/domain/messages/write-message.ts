import type { MessageKind } from '@medcloud/contract/operations/messages';
import { sealText } from '../../platform/crypto/sealing.ts';
import type { Tx } from '../../platform/db/database.ts';
import { newId } from '../../platform/ids/ids.ts';
import type { Mail, Sms } from '../../platform/outbound/gateways.ts';
import type { Portal } from '../portal/portal.ts';
import { newsLifetimeMs } from './kinds.ts';
import { insertMessage } from './store.ts';

/** A job a channel, so that a mail server that hangs holds no code up. */
export const sendJobs = { sms: 'send-sms', mail: 'send-mail' } as const;

// It is the message's own time that ends its tries: 5 minutes apart at the most, a week of them is 4,032 at the least.
const mostTries = 5_000;

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

type Sending = Pick<Portal, 'keys' | 'queue' | 'clock' | 'random'>;

/** Writes an SMS into the outbox in the caller's transaction; the queue sends it once that commits. */
export async function writeSms(portal: Sending, tx: Tx, sms: Sms, envelope: Envelope): Promise<void> {
  await write(portal, tx, 'sms', JSON.stringify(sms), envelope);
}

export async function writeMail(portal: Sending, tx: Tx, mail: Mail, envelope: Envelope): Promise<void> {
  await write(portal, tx, 'mail', JSON.stringify(mail), envelope);
}

async function write(
  portal: Sending,
  tx: Tx,
  channel: 'sms' | 'mail',
  text: string,
  envelope: Envelope,
): Promise<void> {
  const id = newId(portal.clock, portal.random);
  const sealed = sealText(portal.keys.outbox, `outbox:${id}`, text, portal.random);
  await insertMessage(tx, {
    id,
    channel,
    kind: envelope.kind,
    state: envelope.decoy ? 'decoy' : 'waiting',
    sealed: envelope.decoy ? null : sealed,
    otp_id: envelope.otpId ?? null,
    validMs: envelope.validMs ?? newsLifetimeMs,
  });
  await portal.queue.add(tx, { kind: sendJobs[channel], payload: { id }, maxAttempts: mostTries });
}
