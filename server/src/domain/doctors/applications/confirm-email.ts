import { Fault } from '@medcloud/contract/faults';
import { hashSecret } from '../../../platform/crypto/hash-secret.ts';
import { applicationScope, mailedScope } from '../../authorization/authorize.ts';
import type { RequestContext } from '../../authorization/principal.ts';
import type { AppContext } from '../../core/context.ts';
import { toConflict } from '../conflict.ts';
import { createDoctor } from '../create-doctor.ts';
import { completeConfirmation, lockConfirmation } from './confirmations.ts';
import { decryptApplication } from './pending-application.ts';

/**
 * Creates the pending account of an application by the link mailed to the applicant. A repeated call has no effect.
 * Throws `invalid_or_expired`; `conflict` if another open account now has the email or license number.
 */
export async function confirmEmail(
  context: Pick<AppContext, 'db' | 'keys' | 'clock' | 'random'>,
  request: RequestContext,
  token: string,
): Promise<void> {
  try {
    const ofLink = mailedScope('signup', token);
    await context.db.within(ofLink, async (tx) => {
      const confirmation = await lockConfirmation(tx, hashSecret(token));
      if (confirmation?.isConfirmed) return;
      if (!confirmation?.sealed) throw new Fault('invalid_or_expired');
      const { form, passwordHash } = decryptApplication(context, confirmation.id, confirmation.sealed);
      // the account has the address that the link confirmed, and no other
      await context.db.rescope(tx, applicationScope(form));
      const doctorId = await createDoctor(context, tx, request, form, passwordHash);
      await context.db.rescope(tx, ofLink);
      await completeConfirmation(tx, confirmation.id, doctorId);
    });
  } catch (error) {
    throw toConflict(error);
  }
}
