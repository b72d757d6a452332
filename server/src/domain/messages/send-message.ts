import * as z from 'zod';
import { openText } from '../../platform/kit/sealing.ts';
import type { Gateways } from '../../platform/outbound/gateways.ts';
import { systemScope } from '../authorization/may.ts';
import type { Portal } from '../portal/portal.ts';
import { noteEvent } from '../system-log/note-event.ts';
import { findWaiting, finishMessage, noteFailure, type WaitingMessage } from './store.ts';

const sms = z.object({ to: z.string(), text: z.string() });
const mail = z.object({ to: z.string(), subject: z.string(), text: z.string(), html: z.string().optional() });

type Sending = Pick<Portal, 'db' | 'keys' | 'clock' | 'random'>;

/**
 * Sends one message of the outbox, and empties it. What has expired, or carries a code that another replaced, is emptied
 * unsent: a code never arrives late. A gateway's failure is noted and thrown, for the queue to try again; the last one
 * ends the message.
 */
export async function sendMessage(
  portal: Sending,
  gateways: Gateways,
  id: string,
  isLastAttempt: boolean,
): Promise<void> {
  const message = await portal.db.within(systemScope('outbox'), (tx) => findWaiting(tx, id));
  if (message === null) return;
  if (message.expired) return await end(portal, message, 'expired');
  if (message.superseded) return await end(portal, message, 'superseded');
  try {
    await deliver(portal, gateways, message);
  } catch (error) {
    await noteAttempt(portal, message, describe(error), isLastAttempt);
    throw error;
  }
  await end(portal, message, 'sent');
}

async function end(portal: Sending, message: WaitingMessage, state: 'sent' | 'expired' | 'superseded'): Promise<void> {
  const { id, channel, kind } = message;
  await portal.db.within(systemScope('outbox'), async (tx) => {
    await finishMessage(tx, id, state);
    // an SMS sent is what happens all day; the log tells of mail, and of what went wrong
    if (state === 'sent' && channel === 'mail') await noteEvent(portal, tx, 'mail-sent', { kind });
    if (state === 'expired') await noteEvent(portal, tx, `${channel}-expired`, { kind });
  });
}

async function noteAttempt(portal: Sending, message: WaitingMessage, error: string, isLast: boolean): Promise<void> {
  const { id, channel, kind, attempts } = message;
  await portal.db.within(systemScope('outbox'), async (tx) => {
    await noteFailure(tx, id, error);
    if (!isLast) return;
    await finishMessage(tx, id, 'dead');
    await noteEvent(portal, tx, `${channel}-failed`, { kind, attempts: attempts + 1, error });
  });
}

/** An error's name and code: its text may hold the number it complains of. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const code = 'code' in error && typeof error.code === 'string' ? ` ${error.code}` : '';
  return `${error.name}${code}`.slice(0, 100);
}

async function deliver(portal: Pick<Portal, 'keys'>, gateways: Gateways, message: WaitingMessage): Promise<void> {
  const content: unknown = JSON.parse(openText(portal.keys.outbox, `outbox:${message.id}`, message.sealed));
  if (message.channel === 'sms') await gateways.sendSms(sms.parse(content));
  else await gateways.sendMail(mail.parse(content));
}
