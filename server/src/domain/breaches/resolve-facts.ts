import { type BreachFacts, issueCode } from '@medcloud/contract';
import { createFieldFault } from '@medcloud/contract/faults';
import { databaseNow } from '../../platform/db/now.ts';
import type { Random } from '../../platform/ids/random.ts';
import { findActor } from '../audit/affected/find-actor.ts';
import { hasEventsOfSession } from '../audit/affected/reads.ts';
import type { AppContext, DbContext } from '../core/context.ts';
import type { Reader } from '../database.ts';
import { encryptContent } from './encrypted-content.ts';
import type { FactColumns } from './store.ts';

/**
 * Finds the account, session or token that a form names: the value to store, never a secret. Null for a period. Throws
 * `validation` on `scopeSubject` if it is unknown.
 */
export async function resolveScope(context: DbContext, facts: BreachFacts): Promise<string | null> {
  const { scopeKind, scopeSubject } = facts;
  if (scopeKind === 'period' || scopeSubject === undefined) return null;
  const actor = await findActor(
    context,
    scopeKind === 'account' ? { account: scopeSubject } : { session: scopeSubject },
  );
  if (actor === null) throw unknownSubject();
  return actor.value;
}

const unknownSubject = () => createFieldFault('scopeSubject', issueCode('breach_subject_unknown'));

/** Checks what only the database knows: no time is in the future, and a session has events. Throws `validation`. */
export async function checkFacts(tx: Reader, facts: BreachFacts, scopeValue: string | null): Promise<void> {
  const now = await databaseNow(tx);
  const times = { happenedFrom: facts.happenedFrom, happenedUntil: facts.happenedUntil, noticedAt: facts.noticedAt };
  for (const [field, time] of Object.entries(times))
    if (time !== undefined && new Date(time) > now) throw createFieldFault(field, issueCode('time_future'));
  if (facts.scopeKind === 'account' || scopeValue === null) return;
  if (!(await hasEventsOfSession(tx, scopeValue))) throw unknownSubject();
}

/** Returns the columns of a record's facts. */
export function toColumns(
  { keys, random }: Pick<AppContext, 'keys'> & { random: Random },
  id: string,
  facts: BreachFacts & { noticedReasons?: string[] },
  scopeValue: string | null,
): FactColumns {
  const { title, description, noticedBy, noticedReasons, consequences, measures, contact } = facts;
  const toTime = (text: string | undefined) => (text === undefined ? null : new Date(text));
  return {
    content_sealed: encryptContent(
      keys,
      id,
      { title, description, noticedBy, noticedReasons, consequences, measures, contact },
      random,
    ),
    happened_from: new Date(facts.happenedFrom),
    happened_until: toTime(facts.happenedUntil),
    noticed_at: new Date(facts.noticedAt),
    high_risk: facts.highRisk,
    scope_kind: facts.scopeKind,
    scope_value: scopeValue,
    scope_from: toTime(facts.scopeFrom),
    scope_to: toTime(facts.scopeTo),
  };
}
