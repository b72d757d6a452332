import { type AccessStatus, type LinkRecord, type LinkState, limits } from '@medcloud/contract';
import { record } from '../audit/record.ts';
import { linkScope } from '../authorization/may.ts';
import type { Asking } from '../authorization/who.ts';
import type { Portal } from '../portal/portal.ts';
import type { LinkAccess, LinkRequest, LogRow } from './link-store.ts';
import { listAccessLog } from './link-store.ts';
import { openLink } from './open-link.ts';
import { overallStatus, shownStatus } from './states.ts';
import { whatWasDone } from './what-was-done.ts';

/** What a consent link is about, its state, and who looked at what. Changes nothing: a scanner of messages may open it. */
export async function lookUpLink(portal: Portal, asking: Asking, token: string): Promise<LinkState> {
  return await portal.db.within(linkScope(token), async (tx) => {
    const { request, accesses, answersUntil, now } = await openLink(tx);
    const log = await listAccessLog(
      tx,
      accesses.map((access) => access.id),
    );
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
      accessLog: log.flatMap((row) => showLog(row, accesses)),
    };
  });
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
