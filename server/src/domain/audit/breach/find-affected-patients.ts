import { Fault } from '@medcloud/contract/faults';
import { hashSecret } from '../../../platform/crypto/hash-secret.ts';
import { isUuid } from '../../../platform/ids/ids.ts';
import { signInScope, systemScope } from '../../authorization/authorize.ts';
import type { DbContext } from '../../core/context.ts';
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
 * What to search for: a session or API token by its secret, its id or its audit reference; or an account by e-mail,
 * center ID or id.
 */
export type BreachQuery = { session: string } | { account: string };

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
  const actor = await db.within(subjectScope(query), async (tx) =>
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

function subjectScope(query: BreachQuery) {
  if ('session' in query) return signInScope({ secretHashes: [hashSecret(query.session)] });
  const { account } = query;
  return signInScope({
    email: account.toLowerCase(),
    centerId: account,
    ...(isUuid(account) ? { userId: account } : {}),
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
