import type { EventKind } from '@medcloud/contract/events';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';

/** Whom a change concerns: their open pages mark the matching calls out of date (product, rule 6). */
export interface Audience {
  centers?: string[];
  doctors?: string[];
  users?: string[];
  admins?: true;
}

export interface Announcement {
  kind: EventKind;
  ids: string[];
  to: Audience;
}

export const announcementChannel = 'medcloud_events';

/** Announces a change to every node, when and only when the caller's transaction commits. Kinds and ids only, no content. */
export async function announce(tx: Tx, announcement: Announcement): Promise<void> {
  await sql`SELECT pg_notify(${announcementChannel}, ${JSON.stringify(announcement)})`.execute(tx);
}
