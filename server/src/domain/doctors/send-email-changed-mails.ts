import type { AppContext } from '../core/context.ts';
import type { Tx } from '../database.ts';
import { enqueueMail } from '../messages/enqueue-message.ts';
import { mailTexts } from '../messages/mail-texts.ts';
import type { DoctorRow } from './reads.ts';

/** Notifies the old and the new email address of the change (security 1a: both addresses). */
export async function sendEmailChangedMails(
  context: Pick<AppContext, 'queue' | 'keys' | 'clock' | 'random' | 'settings'>,
  tx: Tx,
  before: DoctorRow,
  email: string,
): Promise<void> {
  const texts = mailTexts(before.language).emailChanged({
    doctor: `${before.firstName} ${before.lastName}`,
    from: before.email,
    to: email,
    contact: context.settings.operator.email ?? null,
  });
  const envelope = { kind: 'email_changed', validMs: null } as const;
  await enqueueMail(context, tx, { to: before.email, ...texts }, envelope);
  await enqueueMail(context, tx, { to: email, ...texts }, envelope);
}
