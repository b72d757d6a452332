import { Fault } from '@medcloud/contract/faults';
import { hashSecret } from '../../platform/crypto/hash-secret.ts';
import { mailedScope } from '../authorization/may.ts';
import type { Asking } from '../authorization/who.ts';
import type { Portal } from '../portal/portal.ts';
import { addDoctor } from './add-doctor.ts';
import { concludeConfirmation, lockConfirmation } from './confirmation-store.ts';
import { openApplication } from './sealed-application.ts';
import { asConflict } from './taken.ts';

/**
 * Makes an application pending by the link that its applicant was mailed; again: no effect. Fails with
 * `invalid_or_expired`, and with `conflict` where a live account has got the e-mail or licence meanwhile.
 */
export async function confirmEmail(portal: Portal, asking: Asking, token: string): Promise<void> {
  try {
    await portal.db.within(mailedScope('signup', token), async (tx) => {
      const confirmation = await lockConfirmation(tx, hashSecret(token));
      if (confirmation?.isConfirmed) return;
      if (!confirmation?.sealed) throw new Fault('invalid_or_expired');
      const { form, passwordHash } = openApplication(portal, confirmation.id, confirmation.sealed);
      const doctorId = await addDoctor(portal, tx, asking, form, passwordHash);
      await concludeConfirmation(tx, confirmation.id, doctorId);
    });
  } catch (error) {
    throw asConflict(error);
  }
}
