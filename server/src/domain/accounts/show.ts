import { doctorSubscriptionStatus } from '../billing/subscriptions/subscription-period.ts';
import type { CenterOfUser, DoctorOfUser } from './account-holder.ts';
import type { Account } from './store.ts';

/** Shows the user in a sign-in response, without the password hash. */
export function showUser(account: Account) {
  return {
    id: account.userId,
    email: account.email,
    role: account.role,
    language: account.language,
    mustChangePassword: account.mustChangePassword,
  };
}

export function showCenter(center: CenterOfUser) {
  return { id: center.id, name: center.name, centerId: center.centerId, number: center.number };
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
