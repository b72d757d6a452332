import type { ApiToken, NewApiToken } from '@medcloud/contract';
import { Fault } from '@medcloud/contract/faults';
import { hashSecret } from '../../../platform/crypto/hash-secret.ts';
import { isUuid, newId } from '../../../platform/ids/ids.ts';
import { randomToken } from '../../../platform/ids/random.ts';
import { record } from '../../audit/record/record.ts';
import { toAuditFields } from '../../audit/record/to-audit-fields.ts';
import { newTokenScope, signInScope } from '../../authorization/authorize.ts';
import type {
  AuthenticatedPrincipal,
  CenterPrincipal,
  DoctorPrincipal,
  RequestContext,
} from '../../authorization/principal.ts';
import type { CenterScope, DoctorScope } from '../../authorization/scope.ts';
import type { AppContext, DbContext, TimeContext } from '../../core/context.ts';
import { type SecurityMailContext, sendSecurityMail } from '../../factors/send-security-mail.ts';
import { lockEnabledAccount } from '../account-state.ts';
import { toPrincipal } from '../sessions/authenticate-session.ts';
import {
  addTokenNetwork,
  findActiveToken,
  insertToken,
  listTokens,
  revokeToken,
  type TokenRow,
  touchToken,
} from './store.ts';

type TokenHolder = CenterPrincipal | DoctorPrincipal;
const maxTokens = 20;
const prefix = 'mct1_';
const touchIntervalSeconds = 60; // as for sessions (security 2.5)

/** Lists the caller's own valid tokens. */
export async function listApiTokens(
  { db }: DbContext,
  scope: CenterScope | DoctorScope,
  { principal }: RequestContext<TokenHolder>,
): Promise<ApiToken[]> {
  return (await db.within(scope, (tx) => listTokens(tx, principal.userId, maxTokens))).map(showToken);
}

/**
 * Creates a token that only reads by DICOMweb what its holder may see. Returns its secret, 256 random bits, once;
 * stores only its hash. Mails the holder. Throws `invalid_state` if 20 tokens are already valid.
 */
export async function createApiToken(
  context: SecurityMailContext & Pick<AppContext, 'db'>,
  scope: CenterScope | DoctorScope,
  request: RequestContext<TokenHolder>,
  { name, days }: { name: string; days: number },
): Promise<NewApiToken> {
  const { principal } = request;
  const token = `${prefix}${randomToken(context.random)}`;
  const tokenHash = hashSecret(token);
  const row = await context.db.within(newTokenScope(scope, principal.userId, tokenHash), async (tx) => {
    if (!(await lockEnabledAccount(tx, principal.userId))) throw new Fault('unauthenticated');
    if ((await listTokens(tx, principal.userId, maxTokens)).length >= maxTokens) throw new Fault('invalid_state');
    const created = await insertToken(tx, {
      id: newId(context.clock, context.random),
      userId: principal.userId,
      centerId: principal.kind === 'center' ? principal.centerId : null,
      memberId: principal.kind === 'center' ? (principal.member?.id ?? null) : null,
      doctorId: principal.kind === 'doctor' ? principal.doctorId : null,
      name,
      tokenHash,
      days,
    });
    await record(tx, {
      event: 'api_token_made',
      ...toAuditFields(request),
      object: { kind: 'api-token', id: created.id },
      details: { days },
    });
    await sendSecurityMail(context, tx, principal, 'token_made');
    return created;
  });
  return { ...showToken(row), token };
}

/**
 * Revokes one of the caller's own tokens and stops the responses it runs. Throws `not_found` if there is no such token.
 */
export async function revokeApiToken(
  { db }: DbContext,
  scope: CenterScope | DoctorScope,
  request: RequestContext<TokenHolder>,
  id: string,
): Promise<void> {
  if (!isUuid(id)) throw new Fault('not_found');
  await db.within(scope, async (tx) => {
    const wasRevoked = await revokeToken(tx, request.principal.userId, id);
    if (wasRevoked === null) throw new Fault('not_found');
    if (wasRevoked)
      await record(tx, { event: 'api_token_revoked', ...toAuditFields(request), object: { kind: 'api-token', id } });
  });
}

/** True if a Bearer is an API token and not a session's secret. */
export function isApiToken(bearer: string | null): bearer is string {
  return bearer?.startsWith(prefix) === true;
}

/**
 * Finds the principal of a token. Remembers the networks it is used from, and records its first use from another one
 * than before. Throws `unauthenticated` for an invalid token.
 */
export async function authenticateToken(
  context: TimeContext,
  token: string,
  { requestId, addressBlock }: Pick<RequestContext, 'requestId' | 'addressBlock'>,
): Promise<AuthenticatedPrincipal> {
  const tokenHash = hashSecret(token);
  const scope = signInScope({ secretHashes: [tokenHash] });
  const found = await context.db.read(scope, (tx) => findActiveToken(tx, tokenHash, addressBlock));
  if (found === null) throw new Fault('unauthenticated');
  const principal = toPrincipal(context, found);
  if (found.staleSeconds > touchIntervalSeconds)
    await context.db.within(scope, (tx) => touchToken(tx, found.sessionId));
  if (!found.isNetworkKnown)
    await context.db.within(scope, async (tx) => {
      if ((await addTokenNetwork(tx, found.sessionId, addressBlock)) !== 'another') return;
      await record(tx, {
        event: 'api_token_network',
        ...toAuditFields({ principal, requestId, addressBlock }),
        object: { kind: 'api-token', id: found.sessionId },
      });
    });
  return principal;
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
