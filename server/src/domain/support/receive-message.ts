import { type SupportMessageForm, screens } from '@medcloud/contract';
import { newId } from '../../platform/ids/ids.ts';
import { record } from '../audit/record/record.ts';
import { toAuditFields } from '../audit/record/to-audit-fields.ts';
import { supportScope } from '../authorization/authorize.ts';
import type { RequestContext } from '../authorization/principal.ts';
import type { AppContext, SendContext } from '../core/context.ts';
import { notifyClients } from '../core/notify-clients.ts';
import type { Tx } from '../database.ts';
import { enqueueMail } from '../messages/enqueue-message.ts';
import { encryptContent, type SupportContent } from './encrypted-content.ts';
import { newReference } from './reference.ts';
import { countLastHour, insertSupportMessage } from './store.ts';
import { supportMail } from './support-mail.ts';

// Limits mails to the operator during a flood. Beyond these per hour, messages are stored without mail, or mailed as
// not urgent (security 2, row 36: urgent messages have their own limit).
const maxMailsPerHour = 60;
const maxUrgentPerHour = 10;

export interface Receipt {
  id: string;
  reference: string;
}

/**
 * Receives a message to the operator: stores it, notifies administrators, and mails it if OPERATOR_EMAIL is set. A
 * message with the hidden field filled comes from a bot: it gets the same response and is not stored.
 */
export async function receiveMessage(
  context: SendContext,
  request: RequestContext,
  form: SupportMessageForm,
): Promise<Receipt> {
  const receipt = { id: newId(context.clock, context.random), reference: newReference(context.random) };
  if (isFilled(form.website)) return receipt;
  await context.db.within(supportScope(request.principal), async (tx) => {
    const { id, reference } = receipt;
    const content = contentOf(form);
    const before = await countLastHour(tx, maxMailsPerHour);
    await insertSupportMessage(tx, {
      id,
      reference,
      urgent: form.urgent ?? false,
      role: form.role ?? null,
      language: form.language ?? 'en',
      content_sealed: encryptContent(context.keys, id, content, context.random),
      user_id: request.principal.kind === 'anonymous' ? null : request.principal.userId,
    });
    const isMailed = before.all < maxMailsPerHour && (await mailOperator(context, tx, form, receipt, before.urgent));
    await record(tx, {
      event: 'support_message_received',
      ...toAuditFields(request),
      object: { kind: 'support_message', id },
      details: { urgent: form.urgent ?? false, mailed: isMailed },
    });
    await notifyClients(tx, { kind: 'support', ids: [id], to: { admins: true } });
  });
  return receipt;
}

function isFilled(website: unknown): boolean {
  return website !== undefined && website !== null && website !== '';
}

function contentOf(form: SupportMessageForm): SupportContent {
  const { name, firstName, lastName, email, subject, topic, message } = form;
  return {
    name: name ?? [firstName, lastName].filter(Boolean).join(' '),
    email,
    message,
    ...(subject ? { subject } : {}),
    ...(topic ? { topic } : {}),
  };
}

/** Returns whether an operator's address is configured. */
async function mailOperator(
  context: Pick<AppContext, 'queue' | 'keys' | 'clock' | 'random' | 'settings'>,
  tx: Tx,
  form: SupportMessageForm,
  { id, reference }: Receipt,
  urgentBefore: number,
): Promise<boolean> {
  const to = context.settings.operator.email;
  if (to === undefined) return false;
  const isUrgent = (form.urgent ?? false) && urgentBefore < maxUrgentPerHour;
  const url = new URL(`${screens.adminInbox}?message=${id}`, context.settings.publicUrl).href;
  const mail = supportMail.received({ ...contentOf(form), role: form.role ?? null, reference, isUrgent, url });
  await enqueueMail(context, tx, { to, ...mail }, { kind: 'support', validMs: null });
  return true;
}
