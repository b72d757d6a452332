import { sql } from 'kysely';
import type { Reader } from '../../database.ts';

export interface ChainState {
  /** How long the oldest unchained event has waited; 0 if there is none. */
  lagMs: number;
  /** The last record; 0 before the first. */
  seq: number;
  /** The last signed record and its time; null before the first checkpoint. */
  signed: { seq: number; at: Date } | null;
  /** How long the oldest unsigned record has waited; 0 if there is none. */
  unsignedMs: number;
}

/** Reads how far the chain and its signatures are, from the ends of three indexes. */
export async function readChainState(tx: Reader): Promise<ChainState> {
  const { rows } = await sql<{
    lagMs: number;
    seq: number;
    signedSeq: number | null;
    signedAt: Date | null;
    unsignedMs: number;
  }>`
    WITH signed AS (SELECT seq, at FROM audit_checkpoints ORDER BY number DESC LIMIT 1)
    SELECT coalesce((SELECT extract(epoch FROM app_now() - at) * 1000 FROM audit_unsealed ORDER BY event_id LIMIT 1), 0)::float8 AS "lagMs",
      coalesce((SELECT max(seq) FROM audit_chain), 0) AS seq,
      (SELECT seq FROM signed) AS "signedSeq", (SELECT at FROM signed) AS "signedAt",
      coalesce((SELECT extract(epoch FROM app_now() - sealed_at) * 1000 FROM audit_chain
        WHERE seq > coalesce((SELECT seq FROM signed), 0) ORDER BY seq LIMIT 1), 0)::float8 AS "unsignedMs"`.execute(
    tx,
  );
  const row = rows[0];
  if (!row) throw new Error('A query without FROM returned no row.');
  const { lagMs, seq, signedSeq, signedAt, unsignedMs } = row;
  return {
    lagMs,
    seq,
    unsignedMs,
    signed: signedSeq === null || signedAt === null ? null : { seq: signedSeq, at: signedAt },
  };
}
