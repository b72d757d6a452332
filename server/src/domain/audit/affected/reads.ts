import { sql } from 'kysely';
import type { Reader } from '../../database.ts';
import { findPatientIds } from '../search/reads.ts';
import {
  type BreachActor,
  type ListAccess,
  listListAccesses,
  type Period,
  selectAffectedPatients,
  selectEvents,
} from './store.ts';

/** The events of a breach: an actor's, or everybody's if it is null, in a period. */
export interface AffectedScope {
  actor: BreachActor | null;
  period: Period;
}

export interface AffectedRow {
  /** The patient's UUID in audit events. */
  id: string;
  /** The public id, and the center ID; null for a patient that no longer exists. */
  patientId: string | null;
  centerId: string | null;
  first: Date;
  last: Date;
  events: number;
  exams: number;
  what: string[];
}

const maxCenters = 500;

/** Counts the patients, their centers and their events. */
export async function countAffected(
  tx: Reader,
  { actor, period }: AffectedScope,
): Promise<{ patients: number; centers: number; events: number }> {
  return await selectEvents(tx, actor, period)
    .where('e.patient_id', 'is not', null)
    .select(({ fn }) => [
      fn.count<number>('e.patient_id').distinct().as('patients'),
      fn.count<number>('e.center_id').distinct().as('centers'),
      fn.countAll<number>().as('events'),
    ])
    .executeTakeFirstOrThrow();
}

/** Lists the centers of the patients, those with most patients first. */
export async function listAffectedCenters(
  tx: Reader,
  { actor, period }: AffectedScope,
): Promise<{ id: string; name: string; centerId: string; patients: number }[]> {
  const counts = selectEvents(tx, actor, period)
    .where('e.patient_id', 'is not', null)
    .where('e.center_id', 'is not', null)
    .select(({ fn }) => ['e.center_id', fn.count<number>('e.patient_id').distinct().as('patients')])
    .groupBy('e.center_id');
  return await tx
    .selectFrom(counts.as('n'))
    .innerJoin('medical_centers as c', 'c.id', 'n.center_id')
    .select(['c.id', 'c.name', 'c.center_id as centerId', 'n.patients'])
    .orderBy('n.patients', 'desc')
    .orderBy('c.name')
    .limit(maxCenters)
    .execute();
}

/** Lists a page of the patients by their UUIDs, after one of them. */
export async function listAffectedPatients(
  tx: Reader,
  { actor, period }: AffectedScope,
  { limit, after }: { limit: number; after: string | null },
): Promise<AffectedRow[]> {
  let query = selectAffectedPatients(tx, actor, period).clearOrderBy().orderBy(sql`e.patient_id`).limit(limit);
  if (after !== null) query = query.where('e.patient_id', '>', after);
  const rows = await query.execute();
  const names = await findPatientIds(
    tx,
    rows.map(({ patientUuid }) => patientUuid),
  );
  return rows.map(({ patientUuid: id, ...rest }) => {
    const name = names.get(id);
    return { id, patientId: name?.patientId ?? null, centerId: name?.centerCode ?? null, ...rest };
  });
}

/** Lists the lists and searches, by kind. */
export async function listListsOf(tx: Reader, { actor, period }: AffectedScope): Promise<ListAccess[]> {
  return await listListAccesses(tx, actor, period);
}

/** Returns whether a session or API token left an event that the scope may see. */
export async function hasEventsOfSession(tx: Reader, reference: string): Promise<boolean> {
  const row = await tx
    .selectFrom('audit_events')
    .select('id')
    .where('session_ref', '=', reference)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
