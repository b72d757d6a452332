import { Fault } from '@medcloud/contract/faults';
import type { Reader } from '../../../platform/db/database.ts';
import { databaseNow } from '../../../platform/db/now.ts';
import { findLinkRequest, type LinkAccess, type LinkRequest, listLinkAccesses } from './store.ts';

/** A consent link that answers: its request, its records, and until when. */
export interface ActiveLink {
  accessRequest: LinkRequest;
  accesses: LinkAccess[];
  expiresAt: Date;
  /** The database's time, by which it is decided what has lapsed. */
  now: Date;
}

const validAfterEndMs = 30 * 86_400_000; // product, "Doctor's path" 5: 30 days after the denial or the last grant's end

/** Opens the transaction's link. Fails with `link_invalid` alike for an unknown one and one whose time is over. */
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
