import type { Disablement, User } from '@medcloud/contract';
import type { UserRow } from './reads.ts';
import { shownStatus } from './subscription-period.ts';

/** Shows a user to administrators, never a password. */
export function showUser(row: UserRow, today: string): User {
  return {
    id: row.id,
    email: row.email,
    role: row.role,
    subscriptionStartDate: row.start,
    subscriptionEndDate: row.end,
    subscriptionStatus: shownStatus(row, today),
    createdAt: row.createdAt.toISOString(),
    ...omitNulls({ centerId: row.centerId, centerName: row.centerName }),
    ...omitNulls({ doctorId: row.doctorId, firstName: row.firstName, lastName: row.lastName }),
    ...(row.doctorState === null ? {} : { doctorStatus: row.doctorState }),
    ...showDisablement(row.disabledAt, row.disabledReason),
    ...(row.heldAt === null ? {} : { heldSince: row.heldAt.toISOString() }),
  };
}

/** Shows since when and why an account is disabled; empty if it is not. */
export function showDisablement(since: Date | null, reason: string | null): { disabled?: Disablement } {
  return since === null ? {} : { disabled: { since: since.toISOString(), reason } };
}

function omitNulls<Name extends string>(values: Record<Name, string | null>): Partial<Record<Name, string>> {
  const nonNull: Partial<Record<Name, string>> = {};
  for (const name in values) if (values[name] !== null) nonNull[name] = values[name];
  return nonNull;
}
