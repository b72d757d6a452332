import { permissionsOf } from '@medcloud/contract/permissions';
import type { FactorSetup } from '@medcloud/contract/shapes/accounts';
import type { Membership } from '../authorization/principal.ts';
import { doctorSubscriptionStatus } from '../billing/subscriptions/subscription-period.ts';
import type { SessionRole } from '../core/column-values.ts';
import type { CenterOfUser, DoctorOfUser } from './account-holder.ts';
import type { Account } from './store.ts';

/** Shows the user in a sign-in response, without the password hash. */
export function showUser(account: Account, role: SessionRole, factorSetup: FactorSetup | null) {
  return {
    id: account.userId,
    email: account.email,
    role,
    language: account.language,
    mustChangePassword: account.mustChangePassword,
    ...(factorSetup === null ? {} : { factorSetup }),
  };
}

export function showCenter(center: CenterOfUser) {
  return { id: center.id, name: center.name, centerId: center.centerId, number: center.number };
}

/** Shows with what rights a person acts for a center. */
export function showMember({ id, username, displayName, roles }: Membership) {
  return { id, username, displayName, roles: [...roles], permissions: permissionsOf(roles) };
}

export function showDoctor(doctor: DoctorOfUser, today: string) {
  return {
    id: doctor.id,
    firstName: doctor.firstName,
    lastName: doctor.lastName,
    licenseNumber: doctor.licenseNumber,
    specialization: doctor.specialization,
    isVerified: doctor.state === 'verified',
    subscriptionStatus: doctorSubscriptionStatus(doctor.subscription, today),
  };
}
