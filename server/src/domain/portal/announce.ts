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

/** An announcement as it came over the channel. */
export function readAnnouncement(payload: string): Announcement {
  return announcement.parse(JSON.parse(payload));
}

export const announcementChannel = 'medcloud_events';

/** Announces a change to every node, when and only when the caller's transaction commits. Kinds and ids only, no content. */
export async function announce(tx: Tx, change: Announcement): Promise<void> {
  await sql`SELECT pg_notify(${announcementChannel}, ${JSON.stringify(change)})`.execute(tx);
}
