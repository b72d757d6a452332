import type { AccessStatus } from '@medcloud/contract';

/**
 * The grant's life: each arrow is one conditional UPDATE with its audit event in the same transaction; anything else is
 * 409 and changes nothing. Ends by time are computed when read: a row keeps `pending` or `granted` past its `expires_at`.
 *
 *   pending  -> granted, denied   by the link, while `expires_at` is ahead
 *   pending  -> expired           by time (72 h), when the patient's number changes, or the doctor is suspended or rejected
 *   granted  -> revoked           by the link, or replaced by a new grant; by the center, the doctor or an administrator
 *   granted  -> expired           by time (the days chosen)
 */
export interface StoredAccess {
  status: AccessStatus;
  expiresAt: Date;
}

/** The status as everybody sees it now. */
export function getEffectiveStatus({ status, expiresAt }: StoredAccess, now: Date): AccessStatus {
  return (status === 'pending' || status === 'granted') && expiresAt <= now ? 'expired' : status;
}

/** What a whole request comes to: live before over, and open before all. */
export function combineStatuses(statuses: AccessStatus[]): AccessStatus {
  const order: AccessStatus[] = ['pending', 'granted', 'revoked', 'expired', 'denied'];
  return order.find((status) => statuses.includes(status)) ?? 'expired';
}
