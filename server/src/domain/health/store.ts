import { sql } from 'kysely';
import type { Reader, Tx } from '../database.ts';
import type { HealthStateName } from './tables.ts';

/** Inserts a row, reads it and deletes it. Returns whether it was found. */
export async function writeAndRead(tx: Tx, id: string): Promise<boolean> {
  await tx.insertInto('health_probes').values({ id }).execute();
  const row = await tx.selectFrom('health_probes').select('id').where('id', '=', id).executeTakeFirst();
  await tx.deleteFrom('health_probes').where('id', '=', id).execute();
  return row?.id === id;
}

export interface HealthSample {
  name: string;
  state: HealthStateName;
  tookMs: number;
}

/** Adds one check of each probe to the current hour. */
export async function addToHour(tx: Tx, samples: readonly HealthSample[]): Promise<void> {
  await tx
    .insertInto('health_hours')
    .values(
      samples.map(({ name, state, tookMs }) => ({
        name,
        hour: sql<Date>`date_trunc('hour', app_now(), 'UTC')`,
        checks: 1,
        warnings: state === 'warning' ? 1 : 0,
        failures: state === 'failed' ? 1 : 0,
        slowest_ms: tookMs,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['name', 'hour']).doUpdateSet({
        checks: sql<number>`health_hours.checks + 1`,
        warnings: sql<number>`health_hours.warnings + excluded.warnings`,
        failures: sql<number>`health_hours.failures + excluded.failures`,
        slowest_ms: sql<number>`greatest(health_hours.slowest_ms, excluded.slowest_ms)`,
      }),
    )
    .execute();
}

/** Deletes hours that no screen shows any more. */
export async function purgeOldHours(tx: Tx): Promise<void> {
  await tx.deleteFrom('health_hours').where('hour', '<', sql<Date>`app_now() - interval '48 hours'`).execute();
}

export interface HealthHourRow {
  name: string;
  hour: Date;
  checks: number;
  warnings: number;
  failures: number;
  slowestMs: number;
}

/** Lists the hours of the last 24 with at least one check, oldest first: at most 24 per probe. */
export async function listHours(tx: Reader): Promise<HealthHourRow[]> {
  return await tx
    .selectFrom('health_hours')
    .select(['name', 'hour', 'checks', 'warnings', 'failures', 'slowest_ms as slowestMs'])
    .where('hour', '>', sql<Date>`app_now() - interval '24 hours'`)
    .orderBy('hour')
    .limit(1_000)
    .execute();
}

/** Returns the last state of each probe, and locks the rows until the transaction ends. */
export async function lockStates(tx: Tx): Promise<Map<string, HealthStateName>> {
  const rows = await tx.selectFrom('health_states').select(['name', 'state']).limit(100).forUpdate().execute();
  return new Map(rows.map(({ name, state }) => [name, state]));
}

export async function saveStates(tx: Tx, samples: readonly HealthSample[]): Promise<void> {
  await tx
    .insertInto('health_states')
    .values(samples.map(({ name, state }) => ({ name, state })))
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet({ state: sql<HealthStateName>`excluded.state`, since: sql<Date>`app_now()` })
        .where(sql<boolean>`health_states.state <> excluded.state`),
    )
    .execute();
}

export interface StorageFacts {
  usedBytes: number;
  fileCount: number;
  /** Bytes of the last 30 days. */
  recentBytes: number;
  /** Days since the first file, from 1 to 30. */
  recentDays: number;
}

/** Counts what the portal has stored, for administrators. Counts rows instead of walking a folder. */
export async function countStorage(tx: Reader): Promise<StorageFacts> {
  const { rows } = await sql<StorageFacts>`
    SELECT used_bytes AS "usedBytes", file_count AS "fileCount", recent_bytes AS "recentBytes", recent_days AS "recentDays"
    FROM count_storage()`.execute(tx);
  const [row] = rows;
  return row ?? { usedBytes: 0, fileCount: 0, recentBytes: 0, recentDays: 1 };
}
