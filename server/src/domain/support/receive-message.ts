import { type SupportMessageForm, screens } from '@medcloud/contract';
import type { Tx } from '../../platform/db/database.ts';
import { newId } from '../../platform/ids/ids.ts';
import { supportMail } from '../../texts/support-mail.ts';
import { askedBy } from '../audit/actor.ts';
import { record } from '../audit/record.ts';
import { systemScope } from '../authorization/may.ts';
import type { Asking } from '../authorization/who.ts';
import { writeMail } from '../messages/write-message.ts';
import { announce } from '../portal/announce.ts';
import type { Portal } from '../portal/portal.ts';
import { newReference } from './reference.ts';
import { type SupportContent, sealContent } from './sealed-content.ts';
import { countLastHour, insertSupportMessage } from './store.ts';

// A flood fills the inbox, not the operator's mailbox or night: beyond these an hour, messages are kept without mail,
// or mailed as usual ones (security 2, row 36: urgent has its own limit).
const mailsPerHour = 60;
const urgentPerHour = 10;

export interface Receipt {
  id: string;
  reference: string;
}

/**
 * Takes a message to the operator: kept, announced to administrators, and mailed where OPERATOR_EMAIL is set. One whose
 * hidden field is filled comes from a machine: answered alike, kept nowhere.
 */
export async function receiveMessage(portal: Portal, asking: Asking, form: SupportMessageForm): Promise<Receipt> {
  const receipt = { id: newId(portal.clock, portal.random), reference: newReference(portal.random) };
  if (isFilled(form.website)) return receipt;
  await portal.db.within(systemScope('support'), async (tx) => {
    const { id, reference } = receipt;
    const words = wordsOf(form);
    const before = await countLastHour(tx, mailsPerHour);
    await insertSupportMessage(tx, {
      id,
      reference,
      urgent: form.urgent ?? false,
      role: form.role ?? null,
      language: form.language ?? 'en',
      content_sealed: sealContent(portal.keys, id, words, portal.random),
      user_id: asking.who.kind === 'nobody' ? null : asking.who.userId,
    });
    const isMailed = before.all < mailsPerHour && (await mailOperator(portal, tx, form, receipt, before.urgent));
    await record(tx, {
      event: 'support_message_received',
      ...askedBy(asking),
      object: { kind: 'support_message', id },
      details: { urgent: form.urgent ?? false, mailed: isMailed },
    });
    await announce(tx, { kind: 'support', ids: [id], to: { admins: true } });
  });
  return receipt;
}

function isFilled(website: unknown): boolean {
  return website !== undefined && website !== null && website !== '';
}

function wordsOf(form: SupportMessageForm): SupportContent {
  const { name, firstName, lastName, email, subject, topic, message } = form;
  return {
    name: name ?? [firstName, lastName].filter(Boolean).join(' '),
    email,
    message,
    ...(subject ? { subject } : {}),
    ...(topic ? { topic } : {}),
  };
}

/** Whether there was an operator to write to. */
async function mailOperator(
  portal: Portal,
  tx: Tx,
  form: SupportMessageForm,
  { id, reference }: Receipt,
  urgentBefore: number,
): Promise<boolean> {
  const to = portal.settings.operator.email;
  if (to === undefined) return false;
  const isUrgent = (form.urgent ?? false) && urgentBefore < urgentPerHour;
  const url = new URL(`${screens.adminInbox}?message=${id}`, portal.settings.publicUrl).href;
  const mail = supportMail.received({ ...wordsOf(form), role: form.role ?? null, reference, isUrgent, url });
  await writeMail(portal, tx, { to, ...mail }, { kind: 'support', validMs: null });
  return true;
}
