import { Fault } from '@medcloud/contract/faults';
import { databaseNow } from '../../../platform/db/now.ts';
import type { Reader } from '../../database.ts';
import { findLinkRequest, type LinkAccess, type LinkRequest, listLinkAccesses } from './store.ts';

/** A valid consent link: its request, its records and its expiry. */
export interface ActiveLink {
  accessRequest: LinkRequest;
  accesses: LinkAccess[];
  expiresAt: Date;
  /** The database's time, by which expiry is decided. */
  now: Date;
}

const validAfterEndMs = 30 * 86_400_000; // product, "Doctor's path" 5: 30 days after the denial or the last grant's end

/** Returns the transaction's link. Throws `link_invalid` for an unknown link and for an expired one. */
export async function getActiveLink(tx: Reader): Promise<ActiveLink> {
  const now = await databaseNow(tx);
  const accessRequest = await findLinkRequest(tx);
  const accesses = accessRequest === null ? [] : await listLinkAccesses(tx, accessRequest.id);
  if (accessRequest === null || accesses.length === 0) throw new Fault('link_invalid');
  const expiresAt = computeExpiry(accessRequest, accesses);
  if (expiresAt <= now) throw new Fault('link_invalid');
  return { accessRequest, accesses, expiresAt, now };
}

function computeExpiry(accessRequest: LinkRequest, accesses: LinkAccess[]): Date {
  if (!accesses.some((access) => access.responseDate !== null)) return accessRequest.expiresAt;
  const ends = accesses.map((access) => (access.endedAt ?? access.expiresAt).getTime());
  return new Date(Math.max(...ends) + validAfterEndMs);
}
