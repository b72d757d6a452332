import { screens } from '@medcloud/contract';
import type { Tx } from '../../../platform/db/database.ts';
import { mailTexts } from '../../../texts/mail.ts';
import type { AppContext } from '../../core/context.ts';
import { enqueueMail } from '../../messages/enqueue-message.ts';

/** Tells an account's owner that its password is another one now, and what to do if it was not they (security 1a). */
export async function sendPasswordChangedMail(
  context: AppContext,
  tx: Tx,
  { email, language }: { email: string; language: 'en' | 'el' },
): Promise<void> {
  const texts = mailTexts[language].passwordChanged({
    url: new URL(screens.forgotPassword, context.settings.publicUrl).href,
    contact: context.settings.operator.email ?? null,
  });
  await enqueueMail(context, tx, { to: email, ...texts }, { kind: 'password-changed', validMs: null });
}
