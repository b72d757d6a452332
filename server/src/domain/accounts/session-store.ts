import { sql } from 'kysely';
import type { Reader, Tx } from '../../platform/db/database.ts';
import type { Device } from './device.ts';
import { revokeSession } from './store.ts';

/** A session as its owner sees it. */
export interface SessionRow extends Device {
  id: string;
  addressBlock: string;
  createdAt: Date;
  lastSeenAt: Date;
}

const mostListed = 20; // a user has ten at most (security 2.5)

/** A person's sessions of which neither the idle nor the absolute limit has passed, the last seen first. */
export async function listLiveSessions(tx: Reader, userId: string): Promise<SessionRow[]> {
  return await tx
    .selectFrom('sessions')
    .select([
      'id',
      'browser',
      'system',
      'address_block as addressBlock',
      'created_at as createdAt',
      'last_seen_at as lastSeenAt',
    ])
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', sql<Date>`app_now()`)
    .where(sql<boolean>`last_seen_at + make_interval(secs => idle_seconds) > app_now()`)
    .orderBy('last_seen_at', 'desc')
    .orderBy('id', 'desc')
    .limit(mostListed)
    .execute();
}

/** Ends a session of a person; null where the person has none such, false where it had been ended. */
export async function endSessionOf(tx: Tx, userId: string, id: string): Promise<boolean | null> {
  const found = await tx
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst();
  return found === undefined ? null : await revokeSession(tx, found.id, 'ended_by_owner');
}
