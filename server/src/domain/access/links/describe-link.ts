import { type AccessStatus, type LinkRecord, type LinkState, limits } from '@medcloud/contract';
import { record } from '../../audit/record/record.ts';
import { linkScope } from '../../authorization/authorize.ts';
import type { RequestContext } from '../../authorization/principal.ts';
import type { AppContext } from '../../core/context.ts';
import type { Reader } from '../../database.ts';
import { describeAction } from '../log/describe-action.ts';
import { readLogCursor } from '../log/read-log-cursor.ts';
import { combineStatuses, getEffectiveStatus } from '../states.ts';
import { getActiveLink } from './get-active-link.ts';
import type { AccessLogRow, LinkAccess, LinkRequest } from './store.ts';
import { findAccessLogPlace, listAccessLog } from './store.ts';

/**
 * Describes a consent link: its request, its state and its access log. Changes no consent: a message scanner may open
 * the link.
 */
export async function describeLink(
  context: Pick<AppContext, 'db' | 'settings'>,
  request: RequestContext,
  { accessToken, logAfter }: { accessToken: string; logAfter?: string | undefined },
): Promise<LinkState> {
  return await context.db.within(linkScope(accessToken), async (tx) => {
    const { accessRequest, accesses, expiresAt, now } = await getActiveLink(tx);
    const log = await listLogPage(tx, accesses, logAfter);
    await record(tx, {
      event: 'consent_shown',
      actor: { kind: 'patient' },
      requestId: request.requestId,
      addressBlock: request.addressBlock,
      object: { kind: 'request', id: accessRequest.id },
    });
    const gender = accessRequest.gender ?? undefined;
    return {
      status: combineStatuses(accesses.map((access) => getEffectiveStatus(access, now))),
      reference: formatRequestReference(accessRequest.id),
      doctor: {
        firstName: accessRequest.doctorFirstName,
        lastName: accessRequest.doctorLastName,
        licenseNumber: accessRequest.licenseNumber,
        specialization: accessRequest.specialization,
        ...(gender ? { gender } : {}),
        standing: showDoctorState(accessRequest.doctorState),
      },
      requestedAt: accessRequest.requestedAt.toISOString(),
      expiresAt: expiresAt.toISOString(),
      language: accessRequest.language,
      days: [...limits.grantDays],
      records: accesses.map((access) => showRecord(access, { now, canView: context.settings.canPatientsView })),
      ...log,
    };
  });
}

const logPageSize = 200;

/** Returns a page of the access log. Throws `validation` for a cursor that is not in this link's log. */
async function listLogPage(
  tx: Reader,
  accesses: LinkAccess[],
  cursor: string | undefined,
): Promise<Pick<LinkState, 'accessLog' | 'accessLogMore'>> {
  const ids = accesses.map((access) => access.id);
  const after =
    cursor === undefined ? null : await readLogCursor('logAfter', cursor, (id) => findAccessLogPlace(tx, ids, id));
  const rows = await listAccessLog(tx, ids, { after, limit: logPageSize + 1 });
  const shown = rows.slice(0, logPageSize);
  return {
    accessLog: shown.flatMap((row) => showLogEntry(row, accesses)),
    accessLogMore: rows.length > logPageSize ? String(shown.at(-1)?.id) : null,
  };
}

/** Returns `verified` only if the doctor is verified now. A rejected or suspended doctor is `unverified`. */
export function showDoctorState(state: LinkRequest['doctorState']): LinkState['doctor']['standing'] {
  if (state === 'verified') return 'verified';
  return state === 'pending_review' ? 'review' : 'unverified';
}

/** The given name and an initial only, since anyone with the phone may read it. */
export function shortenName({ firstName, lastName }: { firstName: string; lastName: string }): string {
  return `${firstName} ${[...lastName][0] ?? ''}.`;
}

/** Shows a record on the link. */
function showRecord(access: LinkAccess, { now, canView }: { now: Date; canView: boolean }): LinkRecord {
  return {
    ...showRecordState(access, now),
    name: shortenName(access),
    medicalCenter: { name: access.centerName, phone: access.centerPhone },
    examCount: access.examCount,
    exams: access.exams,
    tellLooks: access.tellLooks,
    answeredAt: access.responseDate?.toISOString() ?? null,
    agreed: showConsentText(access),
    isOwnViewable: canView && access.isOwnViewable,
  };
}

/** Returns the consent text stored with the grant; null if nothing was granted. */
function showConsentText({ language, textVersion, textHash }: LinkAccess): LinkRecord['agreed'] {
  if (language === null || textVersion === null || textHash === null) return null;
  return { language, textVersion, textHash: textHash.toString('hex') };
}

/** Formats the random end of a request's UUIDv7 to be read aloud: `4F2A-91C0-77DE`. It grants no access. */
function formatRequestReference(id: string): string {
  return id.slice(-12).toUpperCase().match(/.{4}/g)?.join('-') ?? id;
}

/** Returns a record's state for the response. */
export function showRecordState(
  access: LinkAccess,
  now: Date,
): Pick<LinkRecord, 'patientId' | 'status' | 'expiresAt' | 'examTypes'> {
  const status: AccessStatus = getEffectiveStatus(access, now);
  return {
    patientId: access.patientId,
    status,
    expiresAt: status === 'pending' || status === 'denied' ? null : (access.endedAt ?? access.expiresAt).toISOString(),
    examTypes: access.scope,
  };
}

function showLogEntry(row: AccessLogRow, accesses: LinkAccess[]): LinkState['accessLog'] {
  const patientId = accesses.find((access) => access.patientUuid === row.patientUuid)?.patientId;
  const action = describeAction(row);
  return patientId === undefined || action === null
    ? []
    : [{ at: row.at.toISOString(), patientId, ...action, isOwn: row.actorKind === 'patient' }];
}
