import type { SessionReply } from '@medcloud/contract';
import type { AccountScope } from '../authorization/scope.ts';
import type { SignedIn } from '../authorization/who.ts';
import { type Portal, today } from '../portal/portal.ts';
import { findCenterOfUser, findDoctorOfUser } from './holder-store.ts';
import { showCenter, showDoctor } from './show.ts';

/** Who the presented session belongs to, and until when it stands. */
export async function describeSession(portal: Portal, scope: AccountScope, who: SignedIn): Promise<SessionReply> {
  return await portal.db.within(scope, async (tx) => {
    const center = who.kind === 'center' ? await findCenterOfUser(tx, who.userId) : null;
    const doctor = who.kind === 'doctor' ? await findDoctorOfUser(tx, who.userId) : null;
    return {
      user: {
        id: who.userId,
        email: who.email,
        role: who.kind === 'center' ? 'medical_center' : who.kind,
        language: who.language,
        mustChangePassword: who.mustChangePassword,
      },
      ...(center ? { medicalCenter: showCenter(center) } : {}),
      ...(doctor ? { doctor: showDoctor(doctor, today(portal)) } : {}),
      expiresAt: who.expiresAt.toISOString(),
      expiresInSeconds: Math.max(0, Math.floor((who.expiresAt.getTime() - portal.clock.now().getTime()) / 1_000)),
    };
  });
}
