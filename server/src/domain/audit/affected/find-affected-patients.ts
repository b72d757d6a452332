import { Fault } from '@medcloud/contract/faults';
import { systemScope } from '../../authorization/authorize.ts';
import type { DbContext } from '../../core/context.ts';
import { record } from '../record/record.ts';
import { findPatientIds } from '../search/reads.ts';
import { type BreachQuery, findActor } from './find-actor.ts';
import { type BreachActor, type ListAccess, listListAccesses, selectAffectedPatients } from './store.ts';

export interface AffectedPatient {
  /** The public id, and the center ID of the center to notify; null for a patient that no longer exists. */
  patientId: string | null;
  center: string | null;
  first: Date;
  last: Date;
  /** Number of events. */
  events: number;
  /** Number of exams viewed, downloaded or changed. */
  exams: number;
  /** Kinds of events, from `auditEvents`. */
  what: string[];
}

export interface BreachReport {
  actor: BreachActor;
  patients: AffectedPatient[];
  /** Lists and searches. The audit events have only the number of patients found, not who they are. */
  lists: ListAccess[];
}

/**
 * Lists every patient whose data a session or account viewed, downloaded or changed, first accessed first (security 1c,
 * T-BR1). Runs as a command after a breach and records an event itself. Throws `not_found` if the session or account is
 * unknown.
 */
export async function findAffectedPatients(
  { db }: DbContext,
  query: BreachQuery,
  period: { from: Date | null; to: Date | null },
): Promise<BreachReport> {
  const actor = await findActor({ db }, query);
  if (actor === null) throw new Fault('not_found');
  return await db.within(systemScope('breach'), async (tx) => {
    const rows = await selectAffectedPatients(tx, actor, period).execute();
    const lists = await listListAccesses(tx, actor, period);
    const names = await findPatientIds(
      tx,
      rows.map(({ patientUuid }) => patientUuid),
    );
    await record(tx, {
      event: 'audit_shown',
      actor: { kind: 'system' },
      object: { kind: actor.by === 'person_id' ? 'user' : 'session', id: actor.value },
      details: { touched: rows.length },
    });
    const patients = rows.map(({ patientUuid, ...rest }) => {
      const name = names.get(patientUuid);
      return { patientId: name?.patientId ?? null, center: name?.centerCode ?? null, ...rest };
    });
    return { actor, patients, lists };
  });
}
