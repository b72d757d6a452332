import { type SupportMessage, screens } from '@medcloud/contract';
import type { Tx } from '../../platform/db/database.ts';
import { newId } from '../../platform/ids/ids.ts';
import { supportMail } from '../../texts/support-mail.ts';
import { askedBy } from '../audit/actor.ts';
import { record } from '../audit/record.ts';
import type { AdminScope } from '../authorization/scope.ts';
import type { AdminPerson, Asking } from '../authorization/who.ts';
import { writeMail } from '../messages/write-message.ts';
import { announce } from '../portal/announce.ts';
import { once } from '../portal/once.ts';
import type { Portal } from '../portal/portal.ts';
import { withMessage } from './read-message.ts';
import { openContent, sealReply } from './sealed-content.ts';
import { insertReply, markAnswered, type SupportRow } from './store.ts';

/**
 * Answers a message by mail to its sender and keeps the answer with it (open, answered, closed -> answered). The same
 * Idempotency-Key again: no second mail. Fails with `not_found`.
 */
export async function answerMessage(
  portal: Portal,
  scope: AdminScope,
  asking: Asking<AdminPerson>,
  id: string,
  text: string,
): Promise<SupportMessage> {
  return await withMessage(portal, scope, id, async (tx, row) => {
    await once(tx, asking, async () => await answer(portal, tx, asking, row, text));
  });
}

/** The answer's id. */
async function answer(
  portal: Portal,
  tx: Tx,
  asking: Asking<AdminPerson>,
  row: SupportRow,
  text: string,
): Promise<string> {
  const replyId = newId(portal.clock, portal.random);
  await insertReply(tx, {
    id: replyId,
    message_id: row.id,
    text_sealed: sealReply(portal.keys, replyId, text, portal.random),
    sent_by: asking.who.userId,
  });
  await markAnswered(tx, row.id);
  await mailSender(portal, tx, row, text);
  await record(tx, {
    event: 'support_message_answered',
    ...askedBy(asking),
    object: { kind: 'support_message', id: row.id },
    details: { before: row.state },
  });
  await announce(tx, { kind: 'support', ids: [row.id], to: { admins: true } });
  return replyId;
}

async function mailSender(portal: Portal, tx: Tx, row: SupportRow, text: string): Promise<void> {
  const { name, email } = openContent(portal.keys, row.id, row.sealed);
  const mail = supportMail.answered[row.language]({
    reference: row.reference,
    name,
    text,
    operator: portal.settings.operator.name ?? null,
    url: new URL(screens.support, portal.settings.publicUrl).href,
  });
  await writeMail(portal, tx, { to: email, ...mail }, { kind: 'support-reply', validMs: null });
}
