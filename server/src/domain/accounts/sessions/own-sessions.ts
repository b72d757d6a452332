import type { SessionEntry } from '@medcloud/contract';
import { Fault } from '@medcloud/contract/faults';
import { isUuid } from '../../../platform/ids/ids.ts';
import { record } from '../../audit/record/record.ts';
import { toAuditFields } from '../../audit/record/to-audit-fields.ts';
import type { AuthenticatedPrincipal, RequestContext } from '../../authorization/principal.ts';
import type { AccountScope } from '../../authorization/scope.ts';
import type { DbContext } from '../../core/context.ts';
import { listActiveSessions, revokeAllSessions, revokeUserSession, type SessionRow } from './store.ts';

/** Lists the caller's own valid sessions, most recently used first. */
export async function listSessions(
  { db }: DbContext,
  scope: AccountScope,
  { principal }: RequestContext<AuthenticatedPrincipal>,
): Promise<SessionEntry[]> {
  const rows = await db.within(scope, (tx) => listActiveSessions(tx, principal.userId));
  return rows.map((row) => showSession(row, principal.sessionId));
}

/**
 * Revokes one of the caller's own sessions, with its streams and downloads. Throws `not_found` if there is no such
 * session.
 */
export async function revokeOwnSession(
  { db }: DbContext,
  scope: AccountScope,
  request: RequestContext<AuthenticatedPrincipal>,
  id: string,
): Promise<void> {
  if (!isUuid(id)) throw new Fault('not_found');
  await db.within(scope, async (tx) => {
    const wasRevoked = await revokeUserSession(tx, request.principal.userId, id);
    if (wasRevoked === null) throw new Fault('not_found');
    if (wasRevoked)
      await record(tx, { event: 'session_ended', ...toAuditFields(request), object: { kind: 'session', id } });
  });
}

/** Revokes the caller's other sessions. Returns how many. */
export async function revokeOtherSessions(
  { db }: DbContext,
  scope: AccountScope,
  request: RequestContext<AuthenticatedPrincipal>,
): Promise<number> {
  const { userId, sessionId } = request.principal;
  return await db.within(scope, async (tx) => {
    const revoked = await revokeAllSessions(tx, userId, 'ended_by_owner', sessionId);
    if (revoked > 0)
      await record(tx, { event: 'session_ended', ...toAuditFields(request), details: { others: revoked } });
    return revoked;
  });
}

const loopbackBlocks = new Set(['127.0.0.0/24', '0:0:0::/48', 'unknown']);

function showSession({ id, browser, system, addressBlock, createdAt, lastSeenAt }: SessionRow, current: string) {
  return {
    id,
    browser,
    system,
    network: loopbackBlocks.has(addressBlock) ? null : addressBlock,
    signedInAt: createdAt.toISOString(),
    lastSeenAt: lastSeenAt.toISOString(),
    isCurrent: id === current,
  };
}
