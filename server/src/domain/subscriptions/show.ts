import type { Disablement, User } from '@medcloud/contract';
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
    ...present({ centerId: row.centerId, centerName: row.centerName }),
    ...present({ doctorId: row.doctorId, firstName: row.firstName, lastName: row.lastName }),
    ...(row.doctorState === null ? {} : { doctorStatus: row.doctorState }),
    ...showDisablement(row.disabledAt, row.disabledReason),
  };
}

/** Since when and why an account is shut out; nothing where it is not. */
export function showDisablement(since: Date | null, reason: string | null): { disabled?: Disablement } {
  return since === null ? {} : { disabled: { since: since.toISOString(), reason } };
}

function present<Name extends string>(values: Record<Name, string | null>): Partial<Record<Name, string>> {
  const shown: Partial<Record<Name, string>> = {};
  for (const name in values) if (values[name] !== null) shown[name] = values[name];
  return shown;
}
