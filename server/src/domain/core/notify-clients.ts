import { eventKinds } from '@medcloud/contract/events';
import { sql } from 'kysely';
import * as z from 'zod';
import type { Tx } from '../database.ts';

/** A change and its recipients. Their open pages mark the matching calls out of date (product, rule 6). */
const notificationShape = z.object({
  kind: z.enum(eventKinds),
  ids: z.array(z.string()),
  to: z.object({
    centers: z.array(z.string()).optional(),
    doctors: z.array(z.string()).optional(),
    users: z.array(z.string()).optional(),
    admins: z.literal(true).optional(),
  }),
});
export type ClientNotification = z.infer<typeof notificationShape>;

/** Ended sessions. Their event streams close, on whichever node they are open. */
const sessionsEndShape = z.object({ endedSessions: z.array(z.string()) });
export type SessionsEndNotification = z.infer<typeof sessionsEndShape>;

/** Parses a notification from the channel. Throws if it is malformed. */
export function parseNotification(payload: string): ClientNotification | SessionsEndNotification {
  return z.union([notificationShape, sessionsEndShape]).parse(JSON.parse(payload));
}

export const notificationChannel = 'medcloud_events';

/**
 * Notifies every node of changes if the caller's transaction commits. Sends kinds and ids only, no content. Splits a
 * change with many recipients into several notifications.
 */
export async function notifyClients(tx: Tx, ...notifications: ClientNotification[]): Promise<void> {
  await sendNotifications(tx, notifications.flatMap(splitNotification));
}

// PostgreSQL rejects payloads of 8,000 bytes or more, which fails the caller's transaction. An id takes 39 bytes.
const maxIdsPerPart = 60;
const maxRecipientsPerPart = 120;

/** Splits a change by its ids and recipients. Each pair of them is in exactly one part. */
export function splitNotification({ kind, ids, to: { admins, ...lists } }: ClientNotification): ClientNotification[] {
  const recipients = recipientKinds.flatMap((list) => (lists[list] ?? []).map((id) => ({ list, id })));
  return chunks(recipients, maxRecipientsPerPart).flatMap((recipientChunk, index) => {
    const named = recipientKinds.flatMap((list) => {
      const recipientIds = recipientChunk.filter((recipient) => recipient.list === list).map(({ id }) => id);
      return recipientIds.length > 0 ? [[list, recipientIds] as const] : [];
    });
    const to = { ...Object.fromEntries(named), ...(admins && index === 0 ? { admins } : {}) };
    return chunks(ids, maxIdsPerPart).map((part) => ({ kind, ids: part, to }));
  });
}

const recipientKinds = ['centers', 'doctors', 'users'] as const;

/** Splits items into chunks; returns one empty chunk if there are none. */
function chunks<T>(items: readonly T[], size: number): T[][] {
  const count = Math.max(1, Math.ceil(items.length / size));
  return Array.from({ length: count }, (_, index) => items.slice(index * size, (index + 1) * size));
}

/** Notifies every node of ended sessions if the caller's transaction commits. */
export async function notifySessionsEnd(tx: Tx, endedSessions: string[]): Promise<void> {
  if (endedSessions.length === 0) return;
  await sendNotifications(
    tx,
    chunks(endedSessions, maxRecipientsPerPart).map((part) => ({ endedSessions: part })),
  );
}

async function sendNotifications(tx: Tx, payloads: (ClientNotification | SessionsEndNotification)[]): Promise<void> {
  const texts = payloads.map((payload) => JSON.stringify(payload));
  await sql`SELECT pg_notify(${notificationChannel}, payload) FROM unnest(${texts}::text[]) AS payload`.execute(tx);
}
