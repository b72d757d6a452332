import { screens } from '@medcloud/contract';
import type { Tx } from '../../platform/db/database.ts';
import { mailTexts } from '../../texts/mail.ts';
import { writeMail } from '../messages/write-message.ts';
import type { Portal } from '../portal/portal.ts';

/** Tells an account's owner that its password is another one now, and what to do if it was not they (security 1a). */
export async function tellPasswordChanged(
  portal: Portal,
  tx: Tx,
  { email, language }: { email: string; language: 'en' | 'el' },
): Promise<void> {
  const texts = mailTexts[language].passwordChanged({
    url: new URL(screens.forgotPassword, portal.settings.publicUrl).href,
    contact: portal.settings.operator.email ?? null,
  });
  await writeMail(portal, tx, { to: email, ...texts }, { kind: 'password-changed', validMs: null });
}
