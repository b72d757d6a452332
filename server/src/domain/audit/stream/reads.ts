import { sql } from 'kysely';
import type { Reader } from '../../database.ts';

/** How far a receiver of AUDIT_STREAM_URL is behind the audit chain. */
export interface StreamLag {
  /** Records that it lacks. Negative if it has records that the chain lost. */
  records: number;
  /** How long the oldest record that it lacks has waited; 0 if it lacks none. */
  waitedMs: number;
}

/** Reads how far a receiver is behind, from the ends of the chain's index. */
export async function readStreamLag(tx: Reader, receiver: string): Promise<StreamLag> {
  const { rows } = await sql<StreamLag>`
    WITH position AS (SELECT coalesce((SELECT seq FROM audit_stream WHERE receiver = ${receiver}), 0) AS seq)
    SELECT coalesce((SELECT max(seq) FROM audit_chain), 0) - p.seq AS records,
      coalesce((SELECT extract(epoch FROM app_now() - c.sealed_at) * 1000 FROM audit_chain c
        WHERE c.seq > p.seq ORDER BY c.seq LIMIT 1), 0)::float8 AS "waitedMs"
    FROM position p`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('A SELECT without FROM returns one row.');
  return row;
}
