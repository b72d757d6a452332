import type { MedicalCenterDetails, MedicalCenterEntry } from '@medcloud/contract';
import { showDisablement } from '../billing/subscriptions/show.ts';
import { shownStatus } from '../billing/subscriptions/subscription-period.ts';
import type { CenterDetailsRow, CenterEntryRow } from './reads.ts';

/** Shows a center in the plain list. */
export function showCenterEntry(row: CenterEntryRow): MedicalCenterEntry {
  return {
    id: row.id,
    number: row.number,
    userId: row.userId,
    name: row.name,
    centerId: row.centerId,
    address: row.address,
    phone: row.phone,
    plan: row.plan,
    createdAt: row.createdAt.toISOString(),
    ...showDisablement(row.disabledAt, row.disabledReason),
  };
}

/** Shows a center with its subscription and figures to administrators. */
export function showCenterDetails(row: CenterDetailsRow, today: string): MedicalCenterDetails {
  return {
    ...showCenterEntry(row),
    email: row.email,
    city: row.city,
    state: row.state,
    zipCode: row.zipCode,
    quotaBytes: row.quotaBytes,
    subscriptionStatus: shownStatus(row, today),
    subscriptionStart: row.start,
    subscriptionEnd: row.end,
    totalPatients: row.totalPatients,
    totalExams: row.totalExams,
    storageUsed: row.storageUsed,
    lastActivity: row.lastActivity?.toISOString() ?? null,
  };
}
