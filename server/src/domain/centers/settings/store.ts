import { idleMinutesRange } from '@medcloud/contract/shapes/center/settings';
import { sql } from 'kysely';
import type { Reader, Tx } from '../../database.ts';

export interface SettingsRow {
  /** The first day on which a second factor is required; null: it is optional. */
  secondFactorFrom: string | null;
  idleMinutes: number;
}

/** What a center has that never chose. */
const presets: SettingsRow = { secondFactorFrom: null, idleMinutes: idleMinutesRange.max };

/** Finds what a center chose, in the scope of who manages its settings. */
export async function findSettings(tx: Reader, centerId: string): Promise<SettingsRow> {
  const row = await tx
    .selectFrom('center_settings')
    .select(['second_factor_from as secondFactorFrom', 'idle_minutes as idleMinutes'])
    .where('center_id', '=', centerId)
    .executeTakeFirst();
  return row ?? presets;
}

/** Locks changes of a center's settings until the transaction ends, also those of a center that has none yet. */
export async function lockSettings(tx: Tx, centerId: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('medcloud settings ' || ${centerId}, 0))`.execute(tx);
}

export async function storeSettings(tx: Tx, centerId: string, settings: SettingsRow): Promise<void> {
  const values = { second_factor_from: settings.secondFactorFrom, idle_minutes: settings.idleMinutes };
  await tx
    .insertInto('center_settings')
    .values({ center_id: centerId, ...values })
    .onConflict((conflict) => conflict.column('center_id').doUpdateSet(values))
    .execute();
}

/** Lists the active members without a second factor, and, as null, the center's own account. */
export async function listWithoutFactor(tx: Reader): Promise<{ id: string | null; displayName: string }[]> {
  const { rows } = await sql<{ id: string | null; displayName: string }>`
    SELECT member_id AS id, display_name AS "displayName" FROM members_without_factor()`.execute(tx);
  return rows;
}
