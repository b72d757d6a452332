import { type SupportMessage, screens } from '@medcloud/contract';
import { newId } from '../../platform/ids/ids.ts';
import { record } from '../audit/record/record.ts';
import { toAuditFields } from '../audit/record/to-audit-fields.ts';
import type { AdminPrincipal, RequestContext } from '../authorization/principal.ts';
import type { AdminScope } from '../authorization/scope.ts';
import type { AppContext, SendContext } from '../core/context.ts';
import { notifyClients } from '../core/notify-clients.ts';
import { withIdempotency } from '../core/with-idempotency.ts';
import type { Tx } from '../database.ts';
import { enqueueMail } from '../messages/enqueue-message.ts';
import { decryptContent, encryptReply } from './encrypted-content.ts';
import { withMessage } from './read-message.ts';
import { insertReply, markAnswered, type SupportRow } from './store.ts';
import { supportMail } from './support-mail.ts';

/**
 * Mails an answer to the sender of a message and stores it (open, answered, closed -> answered). A repeated
 * Idempotency-Key sends no second mail. Throws `not_found`.
 */
export async function answerMessage(
  context: SendContext,
  scope: AdminScope,
  request: RequestContext<AdminPrincipal>,
  id: string,
  text: string,
): Promise<SupportMessage> {
  return await withMessage(context, scope, id, async (tx, row) => {
    await withIdempotency(tx, request, async () => await insertAnswer(context, tx, request, row, text));
  });
}

/** Returns the answer's id. */
async function insertAnswer(
  context: Pick<AppContext, 'queue' | 'keys' | 'clock' | 'random' | 'settings'>,
  tx: Tx,
  request: RequestContext<AdminPrincipal>,
  row: SupportRow,
  text: string,
): Promise<string> {
  const replyId = newId(context.clock, context.random);
  await insertReply(tx, {
    id: replyId,
    message_id: row.id,
    text_sealed: encryptReply(context.keys, replyId, text, context.random),
    sent_by: request.principal.userId,
  });
  await markAnswered(tx, row.id);
  await mailSender(context, tx, row, text);
  await record(tx, {
    event: 'support_message_answered',
    ...toAuditFields(request),
    object: { kind: 'support_message', id: row.id },
    details: { before: row.state },
  });
  await notifyClients(tx, { kind: 'support', ids: [row.id], to: { admins: true } });
  return replyId;
}

async function mailSender(
  context: Pick<AppContext, 'queue' | 'keys' | 'clock' | 'random' | 'settings'>,
  tx: Tx,
  row: SupportRow,
  text: string,
): Promise<void> {
  const { name, email } = decryptContent(context.keys, row.id, row.encrypted);
  const mail = supportMail.answered(row.language, {
    reference: row.reference,
    name,
    text,
    operator: context.settings.operator.name ?? null,
    url: new URL(screens.support, context.settings.publicUrl).href,
  });
  await enqueueMail(context, tx, { to: email, ...mail }, { kind: 'support-reply', validMs: null });
}
