import { Fault } from '@medcloud/contract/faults';
import { hashSecret } from '../../platform/crypto/hash-secret.ts';
import { mailedScope } from '../authorization/authorize.ts';
import type { RequestContext } from '../authorization/principal.ts';
import type { AppContext } from '../core/context.ts';
import { completeConfirmation, lockConfirmation } from './confirmations.ts';
import { toConflict } from './conflict.ts';
import { createDoctor } from './create-doctor.ts';
import { decryptApplication } from './pending-application.ts';

/**
 * Makes an application pending by the link that its applicant was mailed; again: no effect. Fails with
 * `invalid_or_expired`, and with `conflict` where a live account has got the e-mail or licence meanwhile.
 */
export async function confirmEmail(context: AppContext, request: RequestContext, token: string): Promise<void> {
  try {
    await context.db.within(mailedScope('signup', token), async (tx) => {
      const confirmation = await lockConfirmation(tx, hashSecret(token));
      if (confirmation?.isConfirmed) return;
      if (!confirmation?.sealed) throw new Fault('invalid_or_expired');
      const { form, passwordHash } = decryptApplication(context, confirmation.id, confirmation.sealed);
      const doctorId = await createDoctor(context, tx, request, form, passwordHash);
      await completeConfirmation(tx, confirmation.id, doctorId);
    });
  } catch (error) {
    throw toConflict(error);
  }
}
