import type { SessionReply } from '@medcloud/contract';
import type { AuthenticatedPrincipal } from '../../authorization/principal.ts';
import type { AccountScope } from '../../authorization/scope.ts';
import { type TimeContext, today } from '../../core/context.ts';
import { findCenterOfSession, findDoctorOfUser } from '../account-holder.ts';
import { showCenter, showDoctor, showMember } from '../show.ts';

/** Describes the user of the session and when the session ends. */
export async function describeSession(
  context: TimeContext,
  scope: AccountScope,
  principal: AuthenticatedPrincipal,
): Promise<SessionReply> {
  return await context.db.within(scope, async (tx) => {
    const center = principal.kind === 'center' ? await findCenterOfSession(tx, principal.centerId) : null;
    const doctor = principal.kind === 'doctor' ? await findDoctorOfUser(tx, principal.userId) : null;
    return {
      user: {
        id: principal.userId,
        email: principal.email,
        role: principal.kind === 'center' ? 'medical_center' : principal.kind,
        language: principal.language,
        mustChangePassword: principal.mustChangePassword,
        ...(principal.factorSetup === null ? {} : { factorSetup: principal.factorSetup }),
      },
      ...(center ? { medicalCenter: showCenter(center) } : {}),
      ...(principal.kind === 'center' && principal.member ? { member: showMember(principal.member) } : {}),
      ...(doctor ? { doctor: showDoctor(doctor, today(context)) } : {}),
      expiresAt: principal.expiresAt.toISOString(),
      expiresInSeconds: Math.max(
        0,
        Math.floor((principal.expiresAt.getTime() - context.clock.now().getTime()) / 1_000),
      ),
    };
  });
}
