import type { SyslogMessage } from '../../../platform/outbound/syslog/format-message.ts';
import { toFhirEvent } from '../export/to-fhir-event.ts';
import { showEntry } from '../search/show.ts';
import type { AuditRow } from '../search/store.ts';
import type { StreamEvent, StreamNames, StreamRecord } from './store.ts';

export interface RecordNames {
  /** Of accounts, doctors and centers, by id. */
  names: ReadonlyMap<string, StreamNames>;
  patients: ReadonlyMap<string, { patientId: string }>;
}

/**
 * Formats a record of the chain as a syslog message: number and hash, so that a receiver sees gaps, and the event as FHIR
 * AuditEvent. `site` is the portal's address. `now` dates a record whose event is gone.
 */
export function formatRecord(
  { seq, hash, event }: StreamRecord,
  { names, patients }: RecordNames,
  { site, now }: { site: URL; now: Date },
): SyslogMessage {
  const chained = { record: String(seq), hash: hash.toString('hex') };
  const host = site.hostname;
  if (event === null)
    return { severity: 'alert', at: now, host, type: 'event_missing', data: chained, text: 'The event was deleted.' };
  return {
    severity: severityOf(event),
    at: event.at,
    host,
    type: event.event,
    data: { ...chained, event: event.event, outcome: event.outcome, actor: event.actorKind },
    text: JSON.stringify(toFhirEvent(showEntry(addNames(event, names), patients), site.origin)),
  };
}

function severityOf({ event, outcome }: StreamEvent): SyslogMessage['severity'] {
  if (event === 'security_alert') return 'alert';
  return outcome === 'success' ? 'info' : 'warning';
}

function addNames(event: StreamEvent, names: RecordNames['names']): AuditRow {
  const find = (id: string | null) => (id === null ? undefined : names.get(id));
  const doctor = find(event.doctorId);
  const centerCode = find(event.centerId)?.centerCode ?? null;
  return {
    ...event,
    email: find(event.personId)?.email ?? null,
    memberName: null,
    doctorFirstName: doctor?.firstName ?? null,
    doctorLastName: doctor?.lastName ?? null,
    centerCode,
    centerName: centerCode, // an AuditEvent has the center ID alone
    exactly: event.at.toISOString(),
  };
}
