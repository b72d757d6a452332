import { screens } from '@medcloud/contract';
import type { Language } from '@medcloud/contract/languages';
import type { AppContext } from '../core/context.ts';
import type { Tx } from '../database.ts';
import { enqueueMail } from '../messages/enqueue-message.ts';
import { mailTexts } from '../messages/mail-texts.ts';

export type SecurityChange =
  | 'added'
  | 'removed'
  | 'passkey_added'
  | 'passkey_removed'
  | 'codes_made'
  | 'code_used'
  | 'token_made'
  | 'new_browser';

export type SecurityMailContext = Pick<AppContext, 'queue' | 'keys' | 'clock' | 'random' | 'settings'>;

/**
 * Mails an account's owner what changed about its second factor or API tokens, or that a new browser signed in, and what to do if it was not them. `isAlone`: the password
 * alone protects the account now.
 */
export async function sendSecurityMail(
  context: SecurityMailContext,
  tx: Tx,
  { email, language }: { email: string; language: Language },
  change: SecurityChange,
  { isAlone = false, browser = 'unknown', network = '' } = {},
): Promise<void> {
  const texts = mailTexts(language).securityChanged({
    change,
    isAlone,
    browser,
    network,
    url: new URL(screens.forgotPassword, context.settings.publicUrl).href,
    contact: context.settings.operator.email ?? null,
  });
  await enqueueMail(context, tx, { to: email, ...texts }, { kind: 'factor-changed', validMs: null });
}
