import { screens } from '@medcloud/contract';
import type { Language } from '@medcloud/contract/languages';
import type { MessageKind } from '@medcloud/contract/operations/messages';
import { sql } from 'kysely';
import { mapInTurns } from '../../../platform/concurrency/map-in-turns.ts';
import type { AppContext } from '../../core/context.ts';
import type { Reader, Tx } from '../../database.ts';
import { enqueueMails } from '../../messages/enqueue-message.ts';
import type { MailText } from '../../messages/mail-texts.ts';

export type MailContext = Pick<AppContext, 'queue' | 'keys' | 'clock' | 'random' | 'settings'>;

export type WriteMail = (reader: {
  name: string;
  language: Language;
  url: string;
  isVatUnchecked: boolean;
  hasDetails: boolean;
}) => MailText;

/** Mails an account what concerns its billing, in the language of its billing details, or else of its user. */
export async function sendToAccount(
  context: MailContext,
  tx: Tx,
  userId: string,
  write: WriteMail,
  kind: MessageKind = 'invoice',
): Promise<void> {
  await sendToAccounts(context, tx, new Map([[userId, write]]), kind);
}

const writtenPerTurn = 5;

/** Mails accounts what concerns their billing, each in its language. */
export async function sendToAccounts(
  context: MailContext,
  tx: Tx,
  letters: ReadonlyMap<string, WriteMail>,
  kind: MessageKind,
): Promise<void> {
  const readers = await listReaders(tx, [...letters.keys()]);
  const mails = await mapInTurns(readers, writtenPerTurn, (reader) => {
    const path = reader.role === 'doctor' ? screens.doctorBilling : screens.centerBilling;
    const url = new URL(path, context.settings.publicUrl).href;
    const mail = letters.get(reader.userId)?.({ ...reader, url });
    return mail === undefined ? [] : [{ to: reader.billingEmail ?? reader.email, ...mail }];
  });
  await enqueueMails(context, tx, mails.flat(), { kind, validMs: null });
}

async function listReaders(tx: Reader, userIds: readonly string[]) {
  return await tx
    .selectFrom('users as u')
    .leftJoin('billing_parties as p', 'p.user_id', 'u.id')
    .leftJoin('doctors as d', 'd.user_id', 'u.id')
    .leftJoin('medical_centers as c', 'c.user_id', 'u.id')
    .select([
      'u.id as userId',
      'u.email',
      'u.role',
      'p.email as billingEmail',
      sql<string>`coalesce(p.legal_name, d.first_name || ' ' || d.last_name, c.name, '')`.as('name'),
      sql<Language>`coalesce(p.language, u.language)`.as('language'),
      sql<boolean>`p.user_id IS NOT NULL`.as('hasDetails'),
      sql<boolean>`p.vat_unavailable_since IS NOT NULL`.as('isVatUnchecked'),
    ])
    .where('u.id', 'in', userIds)
    .execute();
}
