import type { MessageKind } from '@medcloud/contract/operations/messages';
import { mapInTurns } from '../../platform/concurrency/map-in-turns.ts';
import { encryptText } from '../../platform/crypto/encrypt-value.ts';
import { newId } from '../../platform/ids/ids.ts';
import type { Mail, Sms } from '../../platform/outbound/gateways.ts';
import type { AppContext } from '../core/context.ts';
import type { Tx } from '../database.ts';
import { notificationLifetimeMs } from './kinds.ts';
import { insertMessages } from './store.ts';

/** One job kind per channel, so a hanging mail server does not delay codes. */
export const sendJobs = { sms: 'send-sms', mail: 'send-mail' } as const;

// The message's lifetime ends its attempts. They are 2.5 to 5 minutes apart at full backoff: at most 4,032 in a week.
const maxAttempts = 5_000;

/** Properties of every message besides its text. */
export interface Envelope {
  kind: MessageKind;
  /** Lifetime in ms by the database's clock, after which the message is dropped unsent. Null means a week. */
  validMs: number | null;
  /**
   * The verification code that was sent to the number before: an erasure of the number's patient takes the message back.
   * A message with the code itself is not sent after another code replaces it.
   */
  otpId?: string;
  /** Hash of the consent link that the text contains or confirms: an erasure that ends the link takes the message back. */
  linkHash?: Buffer;
  /** The number is unknown: the same statements run, and nothing is sent. */
  isDecoy?: boolean;
}

type EnqueueContext = Pick<AppContext, 'keys' | 'queue' | 'clock' | 'random'>;

/** Inserts an SMS into the outbox in the caller's transaction. The queue sends it after the commit. */
export async function enqueueSms(context: EnqueueContext, tx: Tx, sms: Sms, envelope: Envelope): Promise<void> {
  await enqueueMessages(context, tx, 'sms', [sms], envelope);
}

export async function enqueueMail(context: EnqueueContext, tx: Tx, mail: Mail, envelope: Envelope): Promise<void> {
  await enqueueMessages(context, tx, 'mail', [mail], envelope);
}

/** Inserts mails of one kind into the outbox, each to its own address. */
export async function enqueueMails(
  context: EnqueueContext,
  tx: Tx,
  mails: readonly Mail[],
  envelope: Envelope,
): Promise<void> {
  if (mails.length > 0) await enqueueMessages(context, tx, 'mail', mails, envelope);
}

const encryptedPerTurn = 10;

async function enqueueMessages(
  context: EnqueueContext,
  tx: Tx,
  channel: 'sms' | 'mail',
  contents: readonly (Sms | Mail)[],
  envelope: Envelope,
): Promise<void> {
  const messages = await mapInTurns(contents, encryptedPerTurn, (content) => {
    const id = newId(context.clock, context.random);
    const encrypted = encryptText(context.keys.outbox, `outbox:${id}`, JSON.stringify(content), context.random);
    return { id, sealed: envelope.isDecoy ? null : encrypted };
  });
  const shared = {
    channel,
    kind: envelope.kind,
    state: envelope.isDecoy ? 'decoy' : 'waiting',
    otp_id: envelope.otpId ?? null,
    link_hash: envelope.linkHash ?? null,
  } as const;
  await insertMessages(
    tx,
    messages.map((message) => ({ ...shared, ...message })),
    envelope.validMs ?? notificationLifetimeMs,
  );
  await context.queue.add(tx, ...messages.map(({ id }) => ({ kind: sendJobs[channel], payload: { id }, maxAttempts })));
}
