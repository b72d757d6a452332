import { sql } from 'kysely';
import type { Reader, Tx } from '../../database.ts';

/** What a place has, as its last answers said. */
export interface AnchorState {
  place: string;
  /** Number of its last checkpoint, that one's record, and when the place took it; null before the first. */
  number: number | null;
  seq: number | null;
  sentAt: Date | null;
  /** Since when attempts fail; null after a success. */
  failingSince: Date | null;
}

export async function listAnchorStates(tx: Reader): Promise<AnchorState[]> {
  return await tx
    .selectFrom('audit_anchors')
    .select(['place', 'number', 'seq', 'sent_at as sentAt', 'failing_since as failingSince'])
    .orderBy('place')
    .limit(100)
    .execute();
}

export async function saveSent(tx: Tx, place: string, { number, seq }: { number: number; seq: number }): Promise<void> {
  const sent = { number, seq, sent_at: sql<Date>`app_now()`, failing_since: null };
  await tx
    .insertInto('audit_anchors')
    .values({ place, ...sent })
    .onConflict((conflict) => conflict.column('place').doUpdateSet(sent))
    .execute();
}

export async function saveFailure(tx: Tx, place: string): Promise<void> {
  await tx
    .insertInto('audit_anchors')
    .values({ place, failing_since: sql<Date>`app_now()` })
    .onConflict((conflict) =>
      conflict.column('place').doUpdateSet({ failing_since: sql`coalesce(audit_anchors.failing_since, app_now())` }),
    )
    .execute();
}
