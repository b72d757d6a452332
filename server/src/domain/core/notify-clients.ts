import { eventKinds } from '@medcloud/contract/events';
import { sql } from 'kysely';
import * as z from 'zod';
import type { Tx } from '../../platform/db/database.ts';

/** A change, and whom it concerns: their open pages mark the matching calls out of date (product, rule 6). */
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

/** Sessions that are over: their event streams end, on whichever node they stand open. */
const sessionsEndShape = z.object({ endedSessions: z.array(z.string()) });
export type SessionsEndNotification = z.infer<typeof sessionsEndShape>;

/** What came over the channel. */
export function parseNotification(payload: string): ClientNotification | SessionsEndNotification {
  return z.union([notificationShape, sessionsEndShape]).parse(JSON.parse(payload));
}

export const notificationChannel = 'medcloud_events';

/**
 * Announces changes to every node, when and only when the caller's transaction commits. Kinds and ids only, no content.
 * A change that concerns many goes out in several notifications.
 */
export async function notifyClients(tx: Tx, ...notifications: ClientNotification[]): Promise<void> {
  await sendNotifications(tx, notifications.flatMap(splitNotification));
}

// PostgreSQL refuses a payload of 8,000 bytes and more, and with it the caller's transaction; an id takes 39
const maxIdsPerPart = 60;
const maxRecipientsPerPart = 120;

/** The same change as often as its ids and recipients need, each pair of them in one part. */
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

/** One part at least, an empty one of nothing. */
function chunks<T>(items: readonly T[], size: number): T[][] {
  const count = Math.max(1, Math.ceil(items.length / size));
  return Array.from({ length: count }, (_, index) => items.slice(index * size, (index + 1) * size));
}

/** Announces, in the same way, that sessions are over. */
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
