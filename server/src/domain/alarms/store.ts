import { type RawBuilder, sql } from 'kysely';
import type { Reader, Tx } from '../database.ts';
import type { AlarmsTable } from './tables.ts';

export interface NewAlarm {
  id: string;
  kind: AlarmsTable['kind'];
  doctorId: string | null;
  centerId?: string;
}

/** Inserts an alarm if the condition holds and the doctor or center has no open alarm of its kind. Returns whether it did. */
export async function insertAlarm(
  tx: Tx,
  { id, kind, doctorId, centerId }: NewAlarm,
  condition: RawBuilder<boolean>,
): Promise<boolean> {
  const { rows } = await sql`
    INSERT INTO alarms (id, kind, doctor_id, center_id)
    SELECT ${id}::uuid, ${kind}, ${doctorId}::uuid, ${centerId ?? null}::uuid WHERE ${condition}
    ON CONFLICT DO NOTHING RETURNING id`.execute(tx);
  return rows.length > 0;
}

export interface AlarmRow {
  id: string;
  kind: AlarmsTable['kind'];
  raisedAt: Date;
  seenAt: Date | null;
  doctorId: string | null;
  firstName: string | null;
  lastName: string | null;
  licenseNumber: string | null;
  email: string | null;
  centerId: string | null;
  centerName: string | null;
}

const maxListed = 200;

function selectAlarms(tx: Reader) {
  return tx
    .selectFrom('alarms as a')
    .leftJoin('doctors as d', 'd.id', 'a.doctor_id')
    .leftJoin('users as u', 'u.id', 'd.user_id')
    .leftJoin('medical_centers as c', 'c.id', 'a.center_id')
    .select(['a.id', 'a.kind', 'a.raised_at as raisedAt', 'a.seen_at as seenAt', 'a.doctor_id as doctorId'])
    .select(['d.first_name as firstName', 'd.last_name as lastName', 'd.license_number as licenseNumber', 'u.email'])
    .select(['a.center_id as centerId', 'c.name as centerName']);
}

/** Lists the alarms not marked seen, newest first. */
export async function listOpenAlarms(tx: Reader): Promise<AlarmRow[]> {
  return await selectAlarms(tx)
    .where('a.seen_at', 'is', null)
    .orderBy('a.raised_at', 'desc')
    .orderBy('a.id', 'desc')
    .limit(maxListed)
    .execute();
}

export async function findAlarm(tx: Reader, id: string): Promise<AlarmRow | null> {
  return (await selectAlarms(tx).where('a.id', '=', id).executeTakeFirst()) ?? null;
}

/** open -> seen. Returns false if it was already seen or does not exist. */
export async function markSeen(tx: Tx, id: string, userId: string): Promise<boolean> {
  const row = await tx
    .updateTable('alarms')
    .set({ seen_at: sql<Date>`app_now()`, seen_by: userId })
    .where('id', '=', id)
    .where('seen_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}
