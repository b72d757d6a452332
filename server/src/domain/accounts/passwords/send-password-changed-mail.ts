import { screens } from '@medcloud/contract';
import type { Language } from '@medcloud/contract/languages';
import type { AppContext } from '../../core/context.ts';
import type { Tx } from '../../database.ts';
import { enqueueMail } from '../../messages/enqueue-message.ts';
import { mailTexts } from '../../messages/mail-texts.ts';

/** Mails the account's owner that the password changed, and what to do if they did not change it (security 1a). */
export async function sendPasswordChangedMail(
  context: Pick<AppContext, 'queue' | 'keys' | 'clock' | 'random' | 'settings'>,
  tx: Tx,
  { email, language }: { email: string; language: Language },
): Promise<void> {
  const texts = mailTexts(language).passwordChanged({
    url: new URL(screens.forgotPassword, context.settings.publicUrl).href,
    contact: context.settings.operator.email ?? null,
  });
  await enqueueMail(context, tx, { to: email, ...texts }, { kind: 'password-changed', validMs: null });
}
