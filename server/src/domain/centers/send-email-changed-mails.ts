import type { Language } from '@medcloud/contract/languages';
import type { AppContext } from '../core/context.ts';
import type { Tx } from '../database.ts';
import { enqueueMail } from '../messages/enqueue-message.ts';
import { mailTexts } from '../messages/mail-texts.ts';

/** Notifies a center's old and new email address of the change (security 1a: both addresses). */
export async function sendEmailChangedMails(
  context: Pick<AppContext, 'queue' | 'keys' | 'clock' | 'random' | 'settings'>,
  tx: Tx,
  center: { name: string; email: string; language: Language },
  from: string,
): Promise<void> {
  const { name, email, language } = center;
  const contact = context.settings.operator.email ?? null;
  const texts = mailTexts(language).centerEmailChanged({ center: name, from, to: email, contact });
  const envelope = { kind: 'email_changed', validMs: null } as const;
  await enqueueMail(context, tx, { to: from, ...texts }, envelope);
  await enqueueMail(context, tx, { to: email, ...texts }, envelope);
}
