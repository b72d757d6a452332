import { eventKinds } from '@medcloud/contract/events';
import { sql } from 'kysely';
import * as z from 'zod';
import type { Tx } from '../../platform/db/database.ts';

/** A change, and whom it concerns: their open pages mark the matching calls out of date (product, rule 6). */
const announcement = z.object({
  kind: z.enum(eventKinds),
  ids: z.array(z.string()),
  to: z.object({
    centers: z.array(z.string()).optional(),
    doctors: z.array(z.string()).optional(),
    users: z.array(z.string()).optional(),
    admins: z.literal(true).optional(),
  }),
});
export type Announcement = z.infer<typeof announcement>;

/** Sessions that are over: their event streams end, on whichever node they stand open. */
const sessionsEnd = z.object({ endedSessions: z.array(z.string()) });
export type SessionsEnd = z.infer<typeof sessionsEnd>;

/** What came over the channel. */
export function readAnnouncement(payload: string): Announcement | SessionsEnd {
  return z.union([announcement, sessionsEnd]).parse(JSON.parse(payload));
}

export const announcementChannel = 'medcloud_events';

/** Announces changes to every node, when and only when the caller's transaction commits. Kinds and ids only, no content. */
export async function announce(tx: Tx, ...changes: Announcement[]): Promise<void> {
  await notify(tx, changes);
}

/** Announces, in the same way, that sessions are over. */
export async function announceEnd(tx: Tx, endedSessions: string[]): Promise<void> {
  if (endedSessions.length > 0) await notify(tx, [{ endedSessions }]);
}

async function notify(tx: Tx, payloads: (Announcement | SessionsEnd)[]): Promise<void> {
  const texts = payloads.map((payload) => JSON.stringify(payload));
  await sql`SELECT pg_notify(${announcementChannel}, payload) FROM unnest(${texts}::text[]) AS payload`.execute(tx);
}
