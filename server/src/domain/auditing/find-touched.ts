import { Fault } from '@medcloud/contract/faults';
import { isUuid } from '../../platform/ids/ids.ts';
import { sessionReference } from '../audit/entry.ts';
import { record } from '../audit/record.ts';
import { systemScope } from '../authorization/may.ts';
import type { Portal } from '../portal/portal.ts';
import { namePatients } from './store.ts';
import {
  findAccountOf,
  findSessionBySecret,
  listLists,
  type Toucher,
  touchedBy,
  type WideList,
} from './touched-store.ts';

export interface Touched {
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

export interface BreachAnswer {
  toucher: Toucher;
  patients: Touched[];
  /** Lists and searches: the trail keeps how many they found, and not whom. */
  lists: WideList[];
}

/** Of what one asks: a session or API token by its secret, its id or its name in the trail; or an account by e-mail, center ID or id. */
export type BreachQuestion = { session: string } | { account: string };

/**
 * Whose data a session or an account touched, and when (security 1c, T-BR1): every patient of whom something was shown, given
 * out or changed, the first touched first. Asked after a breach, by command; that it was asked is an event. Fails with `not_found`
 * where nothing is known by that name.
 */
export async function findTouched(
  { db }: Pick<Portal, 'db'>,
  question: BreachQuestion,
  period: { from: Date | null; to: Date | null },
): Promise<BreachAnswer> {
  const toucher = await db.within(systemScope('sign-in'), async (tx) =>
    'account' in question ? await findAccountOf(tx, question.account) : await sessionOf(tx, question.session),
  );
  if (toucher === null) throw new Fault('not_found');
  return await db.within(systemScope('breach'), async (tx) => {
    const rows = await touchedBy(tx, toucher, period).execute();
    const lists = await listLists(tx, toucher, period);
    const names = await namePatients(
      tx,
      rows.map(({ patientUuid }) => patientUuid),
    );
    await record(tx, {
      event: 'audit_shown',
      actor: { kind: 'system' },
      object: { kind: toucher.by === 'person_id' ? 'user' : 'session', id: toucher.value },
      details: { touched: rows.length },
    });
    const patients = rows.map(({ patientUuid, ...rest }) => {
      const named = names.get(patientUuid);
      return { patientId: named?.patientId ?? null, center: named?.centerCode ?? null, ...rest };
    });
    return { toucher, patients, lists };
  });
}

async function sessionOf(tx: Parameters<typeof findSessionBySecret>[0], text: string): Promise<Toucher | null> {
  if (/^[0-9a-f]{16}$/.test(text)) return { by: 'session_ref', value: text };
  const id = isUuid(text) ? text : await findSessionBySecret(tx, text);
  return id === null ? null : { by: 'session_ref', value: sessionReference(id) };
}
