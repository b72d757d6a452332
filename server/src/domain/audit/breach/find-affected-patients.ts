import { Fault } from '@medcloud/contract/faults';
import { isUuid } from '../../../platform/ids/ids.ts';
import { systemScope } from '../../authorization/authorize.ts';
import type { AppContext } from '../../core/context.ts';
import { sessionReference } from '../record/entry.ts';
import { record } from '../record/record.ts';
import { findPatientIds } from '../search/store.ts';
import {
  type BreachActor,
  findAccountActor,
  findSessionBySecret,
  type ListAccess,
  listListAccesses,
  selectAffectedPatients,
} from './store.ts';

export interface AffectedPatient {
  /** The public id, and the center ID of the center to tell; null where the patient is known no more. */
  patientId: string | null;
  center: string | null;
  first: Date;
  last: Date;
  /** How many events. */
  events: number;
  /** How many exams were viewed, downloaded or changed. */
  exams: number;
  /** What was done: kinds of `auditEvents`. */
  what: string[];
}

export interface BreachReport {
  actor: BreachActor;
  patients: AffectedPatient[];
  /** Lists and searches: the trail keeps how many they found, and not whom. */
  lists: ListAccess[];
}

/** Of what one asks: a session or API token by its secret, its id or its name in the trail; or an account by e-mail, center ID or id. */
export type BreachQuery = { session: string } | { account: string };

/**
 * Whose data a session or an account touched, and when (security 1c, T-BR1): every patient of whom something was shown, given
 * out or changed, the first touched first. Asked after a breach, by command; that it was asked is an event. Fails with `not_found`
 * where nothing is known by that name.
 */
export async function findAffectedPatients(
  { db }: Pick<AppContext, 'db'>,
  query: BreachQuery,
  period: { from: Date | null; to: Date | null },
): Promise<BreachReport> {
  const actor = await db.within(systemScope('sign-in'), async (tx) =>
    'account' in query ? await findAccountActor(tx, query.account) : await findSessionActor(tx, query.session),
  );
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

async function findSessionActor(
  tx: Parameters<typeof findSessionBySecret>[0],
  text: string,
): Promise<BreachActor | null> {
  if (/^[0-9a-f]{16}$/.test(text)) return { by: 'session_ref', value: text };
  const id = isUuid(text) ? text : await findSessionBySecret(tx, text);
  return id === null ? null : { by: 'session_ref', value: sessionReference(id) };
}
