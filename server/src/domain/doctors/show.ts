import type { Doctor, DoctorProfile } from '@medcloud/contract';
import type { OwnDoctorPrices } from '../billing/prices/own-prices.ts';
import { showDisablement } from '../billing/subscriptions/show.ts';
import { doctorSubscriptionStatus, planOn } from '../billing/subscriptions/subscription-period.ts';
import type { DoctorRow } from './reads.ts';

/** Shows a doctor to administrators. */
export function showDoctor(row: DoctorRow, today: string): Doctor {
  return {
    id: row.id,
    userId: row.userId,
    firstName: row.firstName,
    lastName: row.lastName,
    licenseNumber: row.licenseNumber,
    specialization: row.specialization,
    isVerified: row.state === 'verified',
    status: row.state,
    subscriptionStatus: doctorSubscriptionStatus(row.subscription, today),
    createdAt: row.createdAt.toISOString(),
    plan: planOn(row, today),
    ...(row.review ? { review: { ...row.review, since: row.review.since.toISOString() } } : {}),
    ...showDisablement(row.disabledAt, row.disabledReason),
    user: { id: row.userId, email: row.email },
  };
}

/** Shows a doctor's own account (shapes, "doc profile"). */
export function showProfile(
  row: DoctorRow,
  { prices, nextBilling }: { prices: OwnDoctorPrices; nextBilling: string | null },
  today: string,
): DoctorProfile {
  const plan = planOn(row, today);
  return {
    doctor: {
      id: row.id,
      firstName: row.firstName,
      lastName: row.lastName,
      licenseNumber: row.licenseNumber,
      specialization: row.specialization,
      gender: row.gender,
      isVerified: row.state === 'verified',
      subscriptionStatus: doctorSubscriptionStatus(row.subscription, today),
      createdAt: row.createdAt.toISOString(),
      reviewSince: row.review?.since.toISOString() ?? null,
      subscription: {
        plan,
        monthlyFee: prices.current.monthlyCents / 100,
        nextBilling,
      },
    },
    user: { id: row.userId, email: row.email, language: row.language, subscriptionEndDate: row.subscription.end },
  };
}
