import type { User } from '@medcloud/contract';
import { shownStatus } from './effective.ts';
import type { UserRow } from './store.ts';

/** A user as administrators see one: never a password. */
export function showUser(row: UserRow, today: string): User {
  return {
    id: row.id,
    email: row.email,
    role: row.role,
    subscriptionStartDate: row.start,
    subscriptionEndDate: row.end,
    subscriptionStatus: shownStatus(row, today),
    createdAt: row.createdAt.toISOString(),
    ...(row.centerId === null ? {} : { centerId: row.centerId }),
    ...(row.doctorId === null ? {} : { doctorId: row.doctorId }),
  };
}
