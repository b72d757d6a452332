import type { Tx } from '../../platform/db/database.ts';
import { mailTexts } from '../../texts/mail.ts';
import { writeMail } from '../messages/write-message.ts';
import type { Portal } from '../portal/portal.ts';

/** Tells a center's old and new address that the one was replaced by the other (security 1a: both addresses told). */
export async function tellBothAddresses(
  portal: Portal,
  tx: Tx,
  center: { name: string; email: string; language: 'en' | 'el' },
  from: string,
): Promise<void> {
  const { name, email, language } = center;
  const contact = portal.settings.operator.email ?? null;
  const texts = mailTexts[language].centerEmailChanged({ center: name, from, to: email, contact });
  const envelope = { kind: 'email_changed', validMs: null } as const;
  await writeMail(portal, tx, { to: from, ...texts }, envelope);
  await writeMail(portal, tx, { to: email, ...texts }, envelope);
}
