import type { ApiToken, MadeApiToken } from '@medcloud/contract';
import { Fault } from '@medcloud/contract/faults';
import { hashSecret } from '../../platform/crypto/hash-secret.ts';
import { isUuid, newId } from '../../platform/ids/ids.ts';
import { randomToken } from '../../platform/ids/random.ts';
import { askedBy } from '../audit/actor.ts';
import { record } from '../audit/record.ts';
import { systemScope } from '../authorization/may.ts';
import type { CenterScope, DoctorScope } from '../authorization/scope.ts';
import type { Asking, CenterPerson, DoctorPerson, SignedIn } from '../authorization/who.ts';
import { type Portal, today } from '../portal/portal.ts';
import { holdAccount } from './disable-store.ts';
import { personOf } from './find-session.ts';
import { endToken, findLiveToken, insertToken, listTokens, type TokenRow, touchToken } from './token-store.ts';

type Holder = CenterPerson | DoctorPerson;
const mostTokens = 20;
const prefix = 'mct1_';
const touchEverySeconds = 60; // as of a session (security 2.5)

/** One's own tokens that still work. */
export async function listApiTokens(
  { db }: Pick<Portal, 'db'>,
  scope: CenterScope | DoctorScope,
  { who }: Asking<Holder>,
): Promise<ApiToken[]> {
  return (await db.within(scope, (tx) => listTokens(tx, who.userId, mostTokens))).map(showToken);
}

/**
 * Makes a token that reads by DICOMweb what its holder may see, and nothing else. Its secret, 256 random bits, is answered
 * once; its hash is kept. Fails with `invalid_state` for the 21st that works at once.
 */
export async function makeApiToken(
  portal: Portal,
  scope: CenterScope | DoctorScope,
  asking: Asking<Holder>,
  { name, days }: { name: string; days: number },
): Promise<MadeApiToken> {
  const { who } = asking;
  const token = `${prefix}${randomToken(portal.random)}`;
  const row = await portal.db.within(scope, async (tx) => {
    if (!(await holdAccount(tx, who.userId))) throw new Fault('unauthenticated');
    if ((await listTokens(tx, who.userId, mostTokens)).length >= mostTokens) throw new Fault('invalid_state');
    const made = await insertToken(tx, {
      id: newId(portal.clock, portal.random),
      userId: who.userId,
      centerId: who.kind === 'center' ? who.centerId : null,
      doctorId: who.kind === 'doctor' ? who.doctorId : null,
      name,
      tokenHash: hashSecret(token),
      days,
    });
    await record(tx, {
      event: 'api_token_made',
      ...askedBy(asking),
      object: { kind: 'api-token', id: made.id },
      details: { days },
    });
    return made;
  });
  return { ...showToken(row), token };
}

/** Ends a token of one's own at once, answers that run on it too. `not_found` where there is none such. */
export async function revokeApiToken(
  { db }: Pick<Portal, 'db'>,
  scope: CenterScope | DoctorScope,
  asking: Asking<Holder>,
  id: string,
): Promise<void> {
  if (!isUuid(id)) throw new Fault('not_found');
  await db.within(scope, async (tx) => {
    const ended = await endToken(tx, asking.who.userId, id);
    if (ended === null) throw new Fault('not_found');
    if (ended) await record(tx, { event: 'api_token_revoked', ...askedBy(asking), object: { kind: 'api-token', id } });
  });
}

/** Whether a Bearer is a token, and no session's secret. */
export function isApiToken(bearer: string | null): bearer is string {
  return bearer?.startsWith(prefix) === true;
}

/** Who presents a token. Fails with `unauthenticated` for one that does not work. */
export async function findTokenHolder(portal: Portal, token: string): Promise<SignedIn> {
  const found = await portal.db.read(systemScope('sign-in'), (tx) => findLiveToken(tx, hashSecret(token)));
  if (found === null) throw new Fault('unauthenticated');
  if (found.staleSeconds > touchEverySeconds)
    await portal.db.within(systemScope('sign-in'), (tx) => touchToken(tx, found.sessionId));
  return personOf(found, () => today(portal));
}

function showToken({ id, name, createdAt, expiresAt, lastUsedAt }: TokenRow): ApiToken {
  return {
    id,
    name,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  };
}
