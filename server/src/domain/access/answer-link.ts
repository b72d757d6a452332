import { createHash } from 'node:crypto';
import { consentTextVersion, consentWords, type Language, type LinkAnswer, sentences } from '@medcloud/contract';
import { Fault, fieldFault } from '@medcloud/contract/faults';
import type { Tx } from '../../platform/db/database.ts';
import { linkScope, replacingScope } from '../authorization/may.ts';
import type { Asking } from '../authorization/who.ts';
import type { Portal } from '../portal/portal.ts';
import { announceRecords } from './announce-records.ts';
import { recordAnswers } from './link-audit.ts';
import {
  denyRecords,
  grantRecords,
  type LinkAccess,
  listLinkAccesses,
  lockGrantsOf,
  lockRequest,
  markAnswered,
  replaceGrants,
} from './link-store.ts';
import { showAnswered } from './look-up-link.ts';
import { type OpenLink, openLink } from './open-link.ts';
import { shownStatus } from './states.ts';

type Answered = { status: 'granted' | 'denied'; records: ReturnType<typeof showAnswered>[] };

/**
 * The patient's answer. Persons not named in a grant are denied with it. The same answer again changes nothing; any other
 * fails with `already_answered`, also a grant of what was denied or has ended; a dead or unknown link with `link_invalid`;
 * a grant that names nobody where the link concerns several fails on `patientIds`.
 */
export async function answerLink(portal: Portal, asking: Asking, answer: LinkAnswer): Promise<Answered> {
  const scope = replacingScope(linkScope(answer.accessToken));
  return await portal.db.within(scope, async (tx) => {
    const { request } = await openLink(tx);
    await lockRequest(tx, request.id);
    // read again behind the lock: an answer that came first is seen
    const link = await openLink(tx);
    const named = namedRecords(link.accesses, answer);
    if (link.request.answer === null) await answerOpen(tx, asking, link, answer, named);
    else if (!isSameAnswer(link, answer, named)) throw new Fault('already_answered');
    const accesses = await listLinkAccesses(tx, request.id);
    return {
      status: answer.response === 'grant' ? 'granted' : 'denied',
      records: accesses.map((access) => showAnswered(access, link.now)),
    };
  });
}

/** The same answer for the same persons, whose state it still is: what has ended does not begin again by the link. */
function isSameAnswer({ request, accesses, now }: OpenLink, answer: LinkAnswer, named: LinkAccess[]): boolean {
  if (request.answer !== answer.response) return false;
  if (answer.response === 'deny') return named.every((access) => access.status === 'denied');
  const granted = accesses.filter((access) => access.status !== 'denied');
  return granted.length === named.length && named.every((access) => shownStatus(access, now) === 'granted');
}

async function answerOpen(
  tx: Tx,
  asking: Asking,
  link: OpenLink,
  answer: LinkAnswer,
  named: LinkAccess[],
): Promise<void> {
  const { request, accesses } = link;
  // unanswered, and nothing waits: the doctor was suspended or rejected meanwhile
  if (accesses.every((access) => access.status !== 'pending')) throw new Fault('invalid_state');
  const others = accesses.filter((access) => !named.includes(access));
  if (answer.response === 'grant') {
    await grant(tx, asking, link, named, answer);
    await deny(tx, asking, request.id, others);
  } else await deny(tx, asking, request.id, named);
  const after = await listLinkAccesses(tx, request.id);
  const open = after.some((access) => access.status === 'pending');
  if (!open) await markAnswered(tx, request.id, after.some((access) => access.status === 'granted') ? 'grant' : 'deny');
  const [kind, told] = answer.response === 'grant' ? (['grant', accesses] as const) : (['request', named] as const);
  await announceRecords(tx, kind, { doctorId: request.doctorId, requestId: request.otpId }, told);
}

/** Whom the answer is for: those named, or all where a denial names nobody or the link concerns one person. */
function namedRecords(accesses: LinkAccess[], answer: LinkAnswer): LinkAccess[] {
  const { patientIds } = answer;
  if (patientIds === undefined) {
    if (answer.response === 'grant' && accesses.length > 1) throw fieldFault('patientIds', sentences.choosePersons);
    return accesses;
  }
  const named = accesses.filter((access) => patientIds.includes(access.patientId));
  if (named.length !== new Set(patientIds).size) throw fieldFault('patientIds', sentences.choosePersons);
  return named;
}

async function grant(tx: Tx, asking: Asking, link: OpenLink, named: LinkAccess[], answer: LinkAnswer): Promise<void> {
  const uuids = named.map((access) => access.patientUuid);
  const language: Language = answer.language ?? link.request.language;
  await lockGrantsOf(tx, link.request.doctorId);
  const replaced = await replaceGrants(tx, link.request.doctorId, uuids);
  const changed = await grantRecords(tx, link.request.id, uuids, {
    days: answer.days,
    scope: answer.examTypes ?? null,
    language,
    textVersion: consentTextVersion,
    textHash: createHash('sha256').update(consentWords(language)).digest(),
    tellLooks: answer.tellLooks,
  });
  if (changed.length !== uuids.length) throw new Fault('already_answered');
  await recordAnswers(tx, asking, 'consent_granted', named, {
    days: answer.days,
    examTypes: answer.examTypes ?? null,
    ...(answer.tellLooks ? { tellLooks: true } : {}),
  });
  for (const access of named) {
    const before = replaced.filter(({ patientUuid }) => patientUuid === access.patientUuid);
    await recordAnswers(tx, asking, 'consent_revoked', before, { replacedBy: access.id });
  }
}

/** Denies what still waits. What was denied before stays so; what has lapsed is over, and no denial begins a ban for it. */
async function deny(tx: Tx, asking: Asking, requestId: string, accesses: LinkAccess[]): Promise<void> {
  const changed = await denyRecords(
    tx,
    requestId,
    accesses.map((access) => access.patientUuid),
  );
  if (changed.length !== accesses.filter((access) => access.status === 'pending').length)
    throw new Fault('invalid_state');
  await recordAnswers(
    tx,
    asking,
    'consent_denied',
    accesses.filter((access) => changed.includes(access.id)),
    {},
  );
}
