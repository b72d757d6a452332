import { systemScope } from '../authorization/may.ts';
import type { Portal } from '../portal/portal.ts';
import { findCenterOfUser, findDoctorOfUser } from './holder-store.ts';

/** What others know of an account's owner, which makes a password easy (security 1a): the e-mail, names, center ID and licence. */
export async function aboutOwner(
  { db }: Pick<Portal, 'db'>,
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
