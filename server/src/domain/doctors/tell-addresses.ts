import type { Tx } from '../../platform/db/database.ts';
import { mailTexts } from '../../texts/mail.ts';
import { writeMail } from '../messages/write-message.ts';
import type { Portal } from '../portal/portal.ts';
import type { DoctorRow } from './store.ts';

/** Tells the old and the new address that the one was replaced by the other (security 1a: both addresses told). */
export async function tellBothAddresses(portal: Portal, tx: Tx, before: DoctorRow, email: string): Promise<void> {
  const texts = mailTexts[before.language].emailChanged({
    doctor: `${before.firstName} ${before.lastName}`,
    from: before.email,
    to: email,
    contact: portal.settings.operator.email ?? null,
  });
  const envelope = { kind: 'email_changed', validMs: null } as const;
  await writeMail(portal, tx, { to: before.email, ...texts }, envelope);
  await writeMail(portal, tx, { to: email, ...texts }, envelope);
}
