import type { Doctor } from '@medcloud/contract';
import { doctorSubscriptionStatus } from '../subscriptions/effective.ts';
import type { DoctorRow } from './store.ts';

/** A doctor as administrators see one. */
export function showDoctor(row: DoctorRow, today: string): Doctor {
  return {
    id: row.id,
    userId: row.userId,
    firstName: row.firstName,
    lastName: row.lastName,
    licenseNumber: row.licenseNumber,
    specialization: row.specialization,
    isVerified: row.state === 'verified',
    subscriptionStatus: doctorSubscriptionStatus(row.subscription, today),
    createdAt: row.createdAt.toISOString(),
    plan: row.plan,
    user: { id: row.userId, email: row.email },
  };
}
