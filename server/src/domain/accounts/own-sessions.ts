import type { SessionEntry } from '@medcloud/contract';
import { Fault } from '@medcloud/contract/faults';
import { isUuid } from '../../platform/ids/ids.ts';
import { askedBy } from '../audit/actor.ts';
import { record } from '../audit/record.ts';
import type { AccountScope } from '../authorization/scope.ts';
import type { Asking, SignedIn } from '../authorization/who.ts';
import type { Portal } from '../portal/portal.ts';
import { endSessionOf, listLiveSessions, revokeSessionsOf, type SessionRow } from './session-store.ts';

/** One's own sessions that stand, the last seen first. */
export async function listSessions(
  { db }: Pick<Portal, 'db'>,
  scope: AccountScope,
  { who }: Asking<SignedIn>,
): Promise<SessionEntry[]> {
  const rows = await db.within(scope, (tx) => listLiveSessions(tx, who.userId));
  return rows.map((row) => showSession(row, who.sessionId));
}

/** Ends one session of one's own, with its streams and downloads. `not_found` where there is none such. */
export async function endSession(
  { db }: Pick<Portal, 'db'>,
  scope: AccountScope,
  asking: Asking<SignedIn>,
  id: string,
): Promise<void> {
  if (!isUuid(id)) throw new Fault('not_found');
  await db.within(scope, async (tx) => {
    const ended = await endSessionOf(tx, asking.who.userId, id);
    if (ended === null) throw new Fault('not_found');
    if (ended) await record(tx, { event: 'session_ended', ...askedBy(asking), object: { kind: 'session', id } });
  });
}

/** Ends every session of one's own but the one that asks; says how many. */
export async function endOtherSessions(
  { db }: Pick<Portal, 'db'>,
  scope: AccountScope,
  asking: Asking<SignedIn>,
): Promise<number> {
  const { userId, sessionId } = asking.who;
  return await db.within(scope, async (tx) => {
    const ended = await revokeSessionsOf(tx, userId, 'ended_by_owner', sessionId);
    if (ended > 0) await record(tx, { event: 'session_ended', ...askedBy(asking), details: { others: ended } });
    return ended;
  });
}

const ownMachine = new Set(['127.0.0.0/24', '0:0:0::/48', 'unknown']);

function showSession({ id, browser, system, addressBlock, createdAt, lastSeenAt }: SessionRow, current: string) {
  return {
    id,
    browser,
    system,
    network: ownMachine.has(addressBlock) ? null : addressBlock,
    signedInAt: createdAt.toISOString(),
    lastSeenAt: lastSeenAt.toISOString(),
    isCurrent: id === current,
  };
}
