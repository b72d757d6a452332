import type { Tx } from '../../platform/db/database.ts';
import { mailTexts } from '../../texts/mail.ts';
import type { AppContext } from '../core/context.ts';
import { enqueueMail } from '../messages/enqueue-message.ts';
import type { DoctorRow } from './store.ts';

/** Tells the old and the new address that the one was replaced by the other (security 1a: both addresses told). */
export async function sendEmailChangedMails(
  context: AppContext,
  tx: Tx,
  before: DoctorRow,
  email: string,
): Promise<void> {
  const texts = mailTexts[before.language].emailChanged({
    doctor: `${before.firstName} ${before.lastName}`,
    from: before.email,
    to: email,
    contact: context.settings.operator.email ?? null,
  });
  const envelope = { kind: 'email_changed', validMs: null } as const;
  await enqueueMail(context, tx, { to: before.email, ...texts }, envelope);
  await enqueueMail(context, tx, { to: email, ...texts }, envelope);
}
