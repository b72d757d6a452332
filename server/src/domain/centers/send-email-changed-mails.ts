import type { Tx } from '../../platform/db/database.ts';
import { mailTexts } from '../../texts/mail.ts';
import type { AppContext } from '../core/context.ts';
import { enqueueMail } from '../messages/enqueue-message.ts';

/** Tells a center's old and new address that the one was replaced by the other (security 1a: both addresses told). */
export async function sendEmailChangedMails(
  context: AppContext,
  tx: Tx,
  center: { name: string; email: string; language: 'en' | 'el' },
  from: string,
): Promise<void> {
  const { name, email, language } = center;
  const contact = context.settings.operator.email ?? null;
  const texts = mailTexts[language].centerEmailChanged({ center: name, from, to: email, contact });
  const envelope = { kind: 'email_changed', validMs: null } as const;
  await enqueueMail(context, tx, { to: from, ...texts }, envelope);
  await enqueueMail(context, tx, { to: email, ...texts }, envelope);
}
