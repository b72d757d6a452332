import { preparedMarker } from '../../platform/db/prepared-statements.ts';
import type { StoredSubscription } from '../billing/subscriptions/subscription-period.ts';
import type { Reader } from '../database.ts';

/** Queries for the holder of an account: a center or a doctor. */

export interface CenterOfUser {
  id: string;
  name: string;
  centerId: string;
  number: number;
}

/** Finds the center of an account; null for a doctor or an administrator. */
export async function findCenterOfUser(tx: Reader, userId: string): Promise<CenterOfUser | null> {
  const row = await tx
    .selectFrom('medical_centers')
    .select(['id', 'name', 'center_id as centerId', 'number'])
    .where('user_id', '=', userId)
    .modifyEnd(preparedMarker)
    .executeTakeFirst();
  return row ?? null;
}

export interface DoctorOfUser {
  id: string;
  firstName: string;
  lastName: string;
  licenseNumber: string;
  specialization: string;
  state: string;
  subscription: StoredSubscription;
}

/** Finds the doctor of an account, with the stored subscription; null for a center or an administrator. */
export async function findDoctorOfUser(tx: Reader, userId: string): Promise<DoctorOfUser | null> {
  const row = await tx
    .selectFrom('doctors')
    .innerJoin('users', 'users.id', 'doctors.user_id')
    .select([
      'doctors.id',
      'doctors.first_name as firstName',
      'doctors.last_name as lastName',
      'doctors.license_number as licenseNumber',
      'doctors.specialization',
      'doctors.state',
      'users.subscription_status as status',
      'users.subscription_start_date as start',
      'users.subscription_end_date as end',
    ])
    .where('doctors.user_id', '=', userId)
    .modifyEnd(preparedMarker)
    .executeTakeFirst();
  if (!row) return null;
  const { status, start, end, ...doctor } = row;
  return { ...doctor, subscription: { status, start, end } };
}
