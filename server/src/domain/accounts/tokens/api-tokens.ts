import type { ApiToken, NewApiToken } from '@medcloud/contract';
import { Fault } from '@medcloud/contract/faults';
import { hashSecret } from '../../../platform/crypto/hash-secret.ts';
import { isUuid, newId } from '../../../platform/ids/ids.ts';
import { randomToken } from '../../../platform/ids/random.ts';
import { record } from '../../audit/record/record.ts';
import { toAuditFields } from '../../audit/record/to-audit-fields.ts';
import { systemScope } from '../../authorization/authorize.ts';
import type {
  AuthenticatedPrincipal,
  CenterPrincipal,
  DoctorPrincipal,
  RequestContext,
} from '../../authorization/principal.ts';
import type { CenterScope, DoctorScope } from '../../authorization/scope.ts';
import { type AppContext, today } from '../../core/context.ts';
import { lockEnabledAccount } from '../account-state.ts';
import { toPrincipal } from '../sessions/authenticate-session.ts';
import { findActiveToken, insertToken, listTokens, revokeToken, type TokenRow, touchToken } from './store.ts';

type TokenHolder = CenterPrincipal | DoctorPrincipal;
const maxTokens = 20;
const prefix = 'mct1_';
const touchIntervalSeconds = 60; // as of a session (security 2.5)

/** One's own tokens that still work. */
export async function listApiTokens(
  { db }: Pick<AppContext, 'db'>,
  scope: CenterScope | DoctorScope,
  { principal }: RequestContext<TokenHolder>,
): Promise<ApiToken[]> {
  return (await db.within(scope, (tx) => listTokens(tx, principal.userId, maxTokens))).map(showToken);
}

/**
 * Makes a token that reads by DICOMweb what its holder may see, and nothing else. Its secret, 256 random bits, is answered
 * once; its hash is kept. Fails with `invalid_state` for the 21st that works at once.
 */
export async function createApiToken(
  context: AppContext,
  scope: CenterScope | DoctorScope,
  request: RequestContext<TokenHolder>,
  { name, days }: { name: string; days: number },
): Promise<NewApiToken> {
  const { principal } = request;
  const token = `${prefix}${randomToken(context.random)}`;
  const row = await context.db.within(scope, async (tx) => {
    if (!(await lockEnabledAccount(tx, principal.userId))) throw new Fault('unauthenticated');
    if ((await listTokens(tx, principal.userId, maxTokens)).length >= maxTokens) throw new Fault('invalid_state');
    const created = await insertToken(tx, {
      id: newId(context.clock, context.random),
      userId: principal.userId,
      centerId: principal.kind === 'center' ? principal.centerId : null,
      doctorId: principal.kind === 'doctor' ? principal.doctorId : null,
      name,
      tokenHash: hashSecret(token),
      days,
    });
    await record(tx, {
      event: 'api_token_made',
      ...toAuditFields(request),
      object: { kind: 'api-token', id: created.id },
      details: { days },
    });
    return created;
  });
  return { ...showToken(row), token };
}

/** Ends a token of one's own at once, answers that run on it too. `not_found` where there is none such. */
export async function revokeApiToken(
  { db }: Pick<AppContext, 'db'>,
  scope: CenterScope | DoctorScope,
  request: RequestContext<TokenHolder>,
  id: string,
): Promise<void> {
  if (!isUuid(id)) throw new Fault('not_found');
  await db.within(scope, async (tx) => {
    const revoked = await revokeToken(tx, request.principal.userId, id);
    if (revoked === null) throw new Fault('not_found');
    if (revoked)
      await record(tx, { event: 'api_token_revoked', ...toAuditFields(request), object: { kind: 'api-token', id } });
  });
}

/** Whether a Bearer is a token, and no session's secret. */
export function isApiToken(bearer: string | null): bearer is string {
  return bearer?.startsWith(prefix) === true;
}

/** Who presents a token. Fails with `unauthenticated` for one that does not work. */
export async function authenticateToken(context: AppContext, token: string): Promise<AuthenticatedPrincipal> {
  const found = await context.db.read(systemScope('sign-in'), (tx) => findActiveToken(tx, hashSecret(token)));
  if (found === null) throw new Fault('unauthenticated');
  if (found.staleSeconds > touchIntervalSeconds)
    await context.db.within(systemScope('sign-in'), (tx) => touchToken(tx, found.sessionId));
  return toPrincipal(found, () => today(context));
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
