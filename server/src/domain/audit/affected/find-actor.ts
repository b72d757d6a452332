import { hashSecret } from '../../../platform/crypto/hash-secret.ts';
import { isUuid } from '../../../platform/ids/ids.ts';
import { signInScope } from '../../authorization/authorize.ts';
import type { DbContext } from '../../core/context.ts';
import type { Reader } from '../../database.ts';
import { sessionReference } from '../record/entry.ts';
import { type BreachActor, findAccountActor, findSessionBySecret } from './store.ts';

/**
 * What to search for: a session or API token by its secret, its id or its audit reference; or an account by email,
 * center ID or id.
 */
export type BreachQuery = { session: string } | { account: string };

/** Finds whose events to search. Null if the account, or the session of a secret, is unknown. */
export async function findActor({ db }: DbContext, query: BreachQuery): Promise<BreachActor | null> {
  return await db.within(subjectScope(query), (tx) =>
    'account' in query ? findAccountActor(tx) : findSessionActor(tx, query.session),
  );
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

async function findSessionActor(tx: Reader, text: string): Promise<BreachActor | null> {
  if (/^[0-9a-f]{16}$/.test(text)) return { by: 'session_ref', value: text };
  const id = isUuid(text) ? text : await findSessionBySecret(tx, text);
  return id === null ? null : { by: 'session_ref', value: sessionReference(id) };
}
