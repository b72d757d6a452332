import type { AccessStatus } from '@medcloud/contract';
import type { Transitions } from '../../platform/db/transitions.ts';

/**
 * The states of a doctor's access to a patient. Each act is one conditional UPDATE; elsewhere it is refused and changes
 * nothing. Expiry is computed on read: a row keeps `pending` or `granted` past `expires_at`.
 *
 * - `grant` and `deny` are the patient's acts; `revoke` is the patient's, the center's, the doctor's or an
 *   administrator's. `replace` is a newer grant to the same doctor. Each has its own audit event.
 * - `unlink` is a new phone number of the patient, `cancel` the doctor's suspension or rejection. They have no audit event
 *   of their own: the event that caused them counts the requests.
 * - `expire`: 72 hours without an answer, or the end of the chosen days.
 *
 * Two acts keep the state: `changeGrant` changes an active grant's days, types or notices, and a restored backup ends
 * pending requests by their time (`expire-restored-rows.ts`).
 *
 * SQL functions repeat three transitions: `end_grant` revokes for center, doctor and administrator, `take_off_links`
 * unlinks, `cancel_requests_of` cancels (`sql/functions.sql`). A test compares them with this table.
 */
export const accessTransitions = {
  pending: { grant: 'granted', deny: 'denied', unlink: 'expired', cancel: 'expired', expire: 'expired' },
  granted: { revoke: 'revoked', replace: 'revoked', expire: 'expired' },
  denied: {},
  expired: {},
  revoked: {},
} as const satisfies Transitions<AccessStatus>;

export interface StoredAccess {
  status: AccessStatus;
  expiresAt: Date;
}

/** Returns the status now: `expired` if the stored time has passed. */
export function getEffectiveStatus({ status, expiresAt }: StoredAccess, now: Date): AccessStatus {
  return 'expire' in accessTransitions[status] && expiresAt <= now ? 'expired' : status;
}

/** Combines the statuses of a request: pending first, then granted, then ended ones. */
export function combineStatuses(statuses: AccessStatus[]): AccessStatus {
  const order: AccessStatus[] = ['pending', 'granted', 'revoked', 'expired', 'denied'];
  return order.find((status) => statuses.includes(status)) ?? 'expired';
}
