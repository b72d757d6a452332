import { Fault } from '@medcloud/contract/faults';
import type { Reader } from '../../platform/db/database.ts';
import { databaseNow } from '../../platform/db/now.ts';
import { findLinkRequest, type LinkAccess, type LinkRequest, listLinkAccesses } from './link-store.ts';

/** A consent link that answers: its request, its records, and until when. */
export interface OpenLink {
  request: LinkRequest;
  accesses: LinkAccess[];
  answersUntil: Date;
  /** The database's time, by which it is decided what has lapsed. */
  now: Date;
}

const afterwardsMs = 30 * 86_400_000; // product, "Doctor's path" 5: 30 days after the denial or the last grant's end

/** Opens the transaction's link. Fails with `link_invalid` alike for an unknown one and one whose time is over. */
export async function openLink(tx: Reader): Promise<OpenLink> {
  const now = await databaseNow(tx);
  const request = await findLinkRequest(tx);
  const accesses = request === null ? [] : await listLinkAccesses(tx, request.id);
  if (request === null || accesses.length === 0) throw new Fault('link_invalid');
  const answersUntil = endOfLink(request, accesses);
  if (answersUntil <= now) throw new Fault('link_invalid');
  return { request, accesses, answersUntil, now };
}

function endOfLink(request: LinkRequest, accesses: LinkAccess[]): Date {
  if (!accesses.some((access) => access.responseDate !== null)) return request.expiresAt;
  const ends = accesses.map((access) => (access.endedAt ?? access.expiresAt).getTime());
  return new Date(Math.max(...ends) + afterwardsMs);
}
