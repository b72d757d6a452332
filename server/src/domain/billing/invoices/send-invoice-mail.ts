import { screens } from '@medcloud/contract';
import type { Language } from '@medcloud/contract/languages';
import type { MessageKind } from '@medcloud/contract/operations/messages';
import { sql } from 'kysely';
import type { AppContext } from '../../core/context.ts';
import type { Reader, Tx } from '../../database.ts';
import { enqueueMail } from '../../messages/enqueue-message.ts';
import type { MailText } from '../../messages/mail-texts.ts';

export type MailContext = Pick<AppContext, 'queue' | 'keys' | 'clock' | 'random' | 'settings'>;

/** Mails an account what concerns its billing, in the language of its billing details. Without those it does nothing. */
export async function sendToAccount(
  context: MailContext,
  tx: Tx,
  userId: string,
  write: (reader: { name: string; language: Language; url: string; isVatUnchecked: boolean }) => MailText,
  kind: MessageKind = 'invoice',
): Promise<void> {
  const reader = await findReader(tx, userId);
  if (reader === null) return;
  const path = reader.role === 'doctor' ? screens.doctorBilling : screens.centerBilling;
  const url = new URL(path, context.settings.publicUrl).href;
  const to = reader.billingEmail ?? reader.email;
  await enqueueMail(context, tx, { to, ...write({ ...reader, url }) }, { kind, validMs: null });
}

async function findReader(tx: Reader, userId: string) {
  const row = await tx
    .selectFrom('billing_parties as p')
    .innerJoin('users as u', 'u.id', 'p.user_id')
    .select([
      'u.email',
      'u.role',
      'p.email as billingEmail',
      'p.legal_name as name',
      'p.language',
      sql<boolean>`p.vat_unavailable_since IS NOT NULL`.as('isVatUnchecked'),
    ])
    .where('p.user_id', '=', userId)
    .executeTakeFirst();
  return row ?? null;
}
