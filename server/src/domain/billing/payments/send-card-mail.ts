import { screens } from '@medcloud/contract';
import type { AppContext } from '../../core/context.ts';
import type { Tx } from '../../database.ts';
import { enqueueMail } from '../../messages/enqueue-message.ts';
import { mailTexts } from '../../messages/mail-texts.ts';

type MailContext = Pick<AppContext, 'queue' | 'keys' | 'clock' | 'random' | 'settings'>;

/** Asks an account to pay on the provider's page: the bank wants the payer to confirm. */
export async function sendCardMail(
  context: MailContext,
  tx: Tx,
  { userId, dueId, cents }: { userId: string; dueId: string | null; cents: number },
  text: 'needsPerson',
): Promise<void> {
  const reader = await tx
    .selectFrom('billing_parties as p')
    .innerJoin('users as u', 'u.id', 'p.user_id')
    .select(['u.email', 'u.role', 'p.email as billingEmail', 'p.legal_name as name', 'p.language'])
    .where('p.user_id', '=', userId)
    .executeTakeFirst();
  if (reader === undefined || dueId === null) return;
  const path = reader.role === 'doctor' ? screens.doctorBilling : screens.centerBilling;
  const url = new URL(`${path}?pay=${dueId}`, context.settings.publicUrl).href;
  const texts = mailTexts(reader.language)[text]({ name: reader.name, cents, url });
  await enqueueMail(
    context,
    tx,
    { to: reader.billingEmail ?? reader.email, ...texts },
    { kind: 'payment', validMs: null },
  );
}
