import { systemScope } from '../../authorization/authorize.ts';
import type { AppContext } from '../../core/context.ts';
import { findCenterOfUser, findDoctorOfUser } from '../account-holder.ts';

/** What others know of an account's owner, which makes a password easy (security 1a): the e-mail, names, center ID and licence. */
export async function listPersonalWords(
  { db }: Pick<AppContext, 'db'>,
  { userId, email }: { userId: string; email: string },
): Promise<string[]> {
  return await db.read(systemScope('sign-in'), async (tx) => {
    const center = await findCenterOfUser(tx, userId);
    const doctor = await findDoctorOfUser(tx, userId);
    return [
      email,
      ...(center ? [center.name, center.centerId] : []),
      ...(doctor ? [doctor.firstName, doctor.lastName, doctor.licenseNumber] : []),
    ];
  });
}
