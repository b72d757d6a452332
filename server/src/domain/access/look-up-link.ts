import { type AccessStatus, type LinkRecord, type LinkState, limits } from '@medcloud/contract';
import type { Reader } from '../../platform/db/database.ts';
import { record } from '../audit/record.ts';
import { linkScope } from '../authorization/may.ts';
import type { Asking } from '../authorization/who.ts';
import type { Portal } from '../portal/portal.ts';
import type { LinkAccess, LinkRequest, LogRow } from './link-store.ts';
import { findLookPlace, listAccessLog } from './link-store.ts';
import { readLogCursor } from './log-cursor.ts';
import { openLink } from './open-link.ts';
import { overallStatus, shownStatus } from './states.ts';
import { whatWasDone } from './what-was-done.ts';

/** What a consent link is about, its state, and who looked at what. Changes nothing: a scanner of messages may open it. */
export async function lookUpLink(
  portal: Portal,
  asking: Asking,
  { accessToken, logAfter }: { accessToken: string; logAfter?: string | undefined },
): Promise<LinkState> {
  return await portal.db.within(linkScope(accessToken), async (tx) => {
    const { request, accesses, answersUntil, now } = await openLink(tx);
    const log = await readLog(tx, accesses, logAfter);
    await record(tx, {
      event: 'consent_shown',
      actor: { kind: 'patient' },
      requestId: asking.requestId,
      addressBlock: asking.addressBlock,
      object: { kind: 'request', id: request.id },
    });
    const gender = request.gender ?? undefined;
    return {
      status: overallStatus(accesses.map((access) => shownStatus(access, now))),
      reference: requestReference(request.id),
      doctor: {
        firstName: request.doctorFirstName,
        lastName: request.doctorLastName,
        licenseNumber: request.licenseNumber,
        specialization: request.specialization,
        ...(gender ? { gender } : {}),
        standing: standingOf(request.doctorState),
      },
      requestedAt: request.requestedAt.toISOString(),
      expiresAt: answersUntil.toISOString(),
      language: request.language,
      days: [...limits.grantDays],
      records: accesses.map((access) => showRecord(access, now)),
      ...log,
    };
  });
}

const logPage = 200;

/** A page of who looked. Fails with `validation` for a place that is not in this link's log. */
async function readLog(
  tx: Reader,
  accesses: LinkAccess[],
  cursor: string | undefined,
): Promise<Pick<LinkState, 'accessLog' | 'accessLogMore'>> {
  const ids = accesses.map((access) => access.id);
  const after =
    cursor === undefined ? null : await readLogCursor('logAfter', cursor, (id) => findLookPlace(tx, ids, id));
  const rows = await listAccessLog(tx, ids, { after, limit: logPage + 1 });
  const shown = rows.slice(0, logPage);
  return {
    accessLog: shown.flatMap((row) => showLog(row, accesses)),
    accessLogMore: rows.length > logPage ? String(shown.at(-1)?.id) : null,
  };
}

/** Only a doctor who is verified now is vouched for; whoever is rejected or suspended is no more. */
export function standingOf(state: LinkRequest['doctorState']): LinkState['doctor']['standing'] {
  if (state === 'verified') return 'verified';
  return state === 'pending_review' ? 'review' : 'unverified';
}

/** A record on the link: given name and initial only, since whoever holds the phone may read it. */
function showRecord(access: LinkAccess, now: Date): LinkRecord {
  return {
    ...showAnswered(access, now),
    name: `${access.firstName} ${[...access.lastName][0] ?? ''}.`,
    medicalCenter: { name: access.centerName, phone: access.centerPhone },
    examCount: access.examCount,
    tellLooks: access.tellLooks,
    answeredAt: access.responseDate?.toISOString() ?? null,
    agreed: showAgreed(access),
  };
}

/** The text that was agreed to, as the grant keeps it; null where nothing was granted. */
function showAgreed({ language, textVersion, textHash }: LinkAccess): LinkRecord['agreed'] {
  if (language === null || textVersion === null || textHash === null) return null;
  return { language, textVersion, textHash: textHash.toString('hex') };
}

/** The random end of a request's UUIDv7, as a person reads it aloud: `4F2A-91C0-77DE`. It opens nothing. */
function requestReference(id: string): string {
  return id.slice(-12).toUpperCase().match(/.{4}/g)?.join('-') ?? id;
}

/** A record's state as answers give it. */
export function showAnswered(
  access: LinkAccess,
  now: Date,
): Pick<LinkRecord, 'patientId' | 'status' | 'expiresAt' | 'examTypes'> {
  const status: AccessStatus = shownStatus(access, now);
  return {
    patientId: access.patientId,
    status,
    expiresAt: status === 'pending' || status === 'denied' ? null : (access.endedAt ?? access.expiresAt).toISOString(),
    examTypes: access.scope,
  };
}

function showLog(row: LogRow, accesses: LinkAccess[]): LinkState['accessLog'] {
  const patientId = accesses.find((access) => access.patientUuid === row.patientUuid)?.patientId;
  const done = whatWasDone(row);
  return patientId === undefined || done === null ? [] : [{ at: row.at.toISOString(), patientId, ...done }];
}
