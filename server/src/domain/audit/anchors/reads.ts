import { sql } from 'kysely';
import type { Reader } from '../../database.ts';

export interface PlaceState {
  place: string;
  /** How long the oldest checkpoint that the place lacks has waited; 0 if it lacks none. */
  waitedMs: number;
}

/** Reads how long each place has waited for a checkpoint. */
export async function listPlaceStates(tx: Reader, places: readonly string[]): Promise<PlaceState[]> {
  const { rows } = await sql<PlaceState>`
    SELECT p.place, coalesce((SELECT extract(epoch FROM app_now() - c.at) * 1000 FROM audit_checkpoints c
      WHERE c.number > coalesce(a.number, 0) ORDER BY c.number LIMIT 1), 0)::float8 AS "waitedMs"
    FROM unnest(${[...places]}::text[]) AS p (place) LEFT JOIN audit_anchors a ON a.place = p.place
    ORDER BY p.place`.execute(tx);
  return rows;
}
