import * as z from 'zod';
import { openText } from '../../platform/kit/sealing.ts';
import type { Gateways } from '../../platform/outbound/gateways.ts';
import { systemScope } from '../authorization/may.ts';
import type { Portal } from '../portal/portal.ts';
import { findWaiting, finishMessage, noteFailure, type WaitingMessage } from './store.ts';

const sms = z.object({ to: z.string(), text: z.string() });
const mail = z.object({ to: z.string(), subject: z.string(), text: z.string(), html: z.string().optional() });

/**
 * Sends one message of the outbox, and empties it. What has expired, or carries a code that another replaced, is emptied
 * unsent: a code never arrives late. A gateway's failure is noted and thrown, for the queue to try again.
 */
export async function sendMessage(portal: Pick<Portal, 'db' | 'keys'>, gateways: Gateways, id: string): Promise<void> {
  const scope = systemScope('outbox');
  const message = await portal.db.within(scope, (tx) => findWaiting(tx, id));
  if (message === null) return;
  const idle = message.expired ? 'expired' : message.superseded ? 'superseded' : null;
  if (idle !== null) return await portal.db.within(scope, (tx) => finishMessage(tx, id, idle));
  try {
    await deliver(portal, gateways, message);
  } catch (error) {
    await portal.db.within(scope, (tx) => noteFailure(tx, id, error instanceof Error ? error.name : 'unknown'));
    throw error;
  }
  await portal.db.within(scope, (tx) => finishMessage(tx, id, 'sent'));
}

async function deliver(portal: Pick<Portal, 'keys'>, gateways: Gateways, message: WaitingMessage): Promise<void> {
  const content: unknown = JSON.parse(openText(portal.keys.outbox, `outbox:${message.id}`, message.sealed));
  if (message.channel === 'sms') await gateways.sendSms(sms.parse(content));
  else await gateways.sendMail(mail.parse(content));
}
