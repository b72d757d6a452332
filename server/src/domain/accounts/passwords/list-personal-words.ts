import type { RowScope } from '../../../platform/db/row-scope.ts';
import type { DbContext } from '../../core/context.ts';
import { findCenterOfUser, findDoctorOfUser } from '../account-holder.ts';

/**
 * Lists what others know about an account's owner and what makes a password weak (security 1a): email, names, center
 * ID and license number. `scope` is the account's own.
 */
export async function listPersonalWords(
  { db }: DbContext,
  scope: RowScope,
  { userId, email }: { userId: string; email: string },
): Promise<string[]> {
  return await db.read(scope, async (tx) => {
    const center = await findCenterOfUser(tx, userId);
    const doctor = await findDoctorOfUser(tx, userId);
    return [
      email,
      ...(center ? [center.name, center.centerId] : []),
      ...(doctor ? [doctor.firstName, doctor.lastName, doctor.licenseNumber] : []),
    ];
  });
}
