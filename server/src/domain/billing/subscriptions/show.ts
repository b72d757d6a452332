import type { Disablement, User } from '@medcloud/contract';
import { shownRole } from '../../core/column-values.ts';
import type { UserRow } from './reads.ts';
import { shownStatus } from './subscription-period.ts';

/** Shows a user to administrators, never a password. */
export function showUser(row: UserRow, today: string): User {
  return {
    id: row.id,
    email: row.email,
    role: shownRole(row.role),
    subscriptionStartDate: row.start,
    subscriptionEndDate: row.end,
    subscriptionStatus: shownStatus(row, today),
    createdAt: row.createdAt.toISOString(),
    ...omitNulls({ centerId: row.centerId, centerName: row.centerName }),
    ...omitNulls({ doctorId: row.doctorId, firstName: row.firstName, lastName: row.lastName }),
    ...showMember(row),
    ...(row.doctorState === null ? {} : { doctorStatus: row.doctorState }),
    ...showDisablement(row.disabledAt, row.disabledReason),
    ...(row.heldAt === null ? {} : { heldSince: row.heldAt.toISOString() }),
    ...(row.hasFactor === true ? { hasFactor: true as const } : {}),
    ...showReset(row),
  };
}

function showMember({ memberName: displayName, memberCenterId: centerId, memberCenterName: centerName }: UserRow) {
  if (displayName === null || centerId === null || centerName === null) return {};
  return { member: { displayName, centerId, centerName } };
}

function showReset(row: UserRow): Pick<User, 'factorReset'> {
  const { resetAt, resetRecognizedBy: recognizedBy, resetReason: reason, resetAskedBy: askedBy } = row;
  if (resetAt === null || recognizedBy === null || reason === null || askedBy === null) return {};
  const needsConfirmation = row.resetNeedsConfirmation === true;
  return { factorReset: { recognizedBy, reason, askedBy, effectiveAt: resetAt.toISOString(), needsConfirmation } };
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
