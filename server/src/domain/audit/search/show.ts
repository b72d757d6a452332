import type { AuditEntry, AuditState } from '@medcloud/contract/shapes/audit';
import type { JsonValue } from '../../../platform/db/json.ts';
import type { ChainState } from '../chain/reads.ts';
import type { AuditRow } from './store.ts';

type PatientNames = ReadonlyMap<string, { patientId: string }>;

/** Shows an event to an administrator. `activeGrantIds` are the grants that an administrator can revoke now. */
export function showEntry(
  row: AuditRow,
  names: PatientNames,
  activeGrantIds: ReadonlySet<string> = new Set(),
): AuditEntry {
  return {
    id: String(row.id),
    at: row.at.toISOString(),
    event: row.event,
    outcome: row.outcome,
    actor: {
      kind: row.actorKind,
      userId: row.personId,
      email: row.email,
      doctor: showDoctor(row),
      member: row.memberName,
    },
    session: row.sessionRef,
    network: row.addressBlock,
    center: showCenter(row),
    patient: row.patientId === null ? null : showPatient(row.patientId, names),
    object: row.objectKind === null || row.objectId === null ? null : { kind: row.objectKind, id: row.objectId },
    grant: row.purpose,
    grantLives: row.purpose !== null && activeGrantIds.has(row.purpose),
    requestId: row.requestId,
    details: showDetails(row.details),
    record: row.seq,
  };
}

function showDoctor({ doctorId: id, doctorFirstName: firstName, doctorLastName: lastName }: AuditRow) {
  return id === null || firstName === null || lastName === null ? null : { id, firstName, lastName };
}

function showCenter({ centerId: id, centerName: name, centerCode: centerId }: AuditRow) {
  return id === null || name === null || centerId === null ? null : { id, name, centerId };
}

function showPatient(id: string, names: PatientNames) {
  return { id, patientId: names.get(id)?.patientId ?? null };
}

/** Exam types are clinical, so they are hidden (product: administrators get no clinical content). */
const clinical: ReadonlySet<string> = new Set(['examType', 'examTypes']);

/** Flattens an event's details: `before.status` for nested values, lists joined by commas. */
export function showDetails(details: JsonValue, prefix = ''): Record<string, string | number | boolean> {
  if (details === null || typeof details !== 'object' || Array.isArray(details)) return {};
  const facts = Object.entries(details).flatMap(([key, value]) =>
    clinical.has(key) ? [] : Object.entries(showFact(`${prefix}${key}`, value)),
  );
  return Object.fromEntries(facts);
}

function showFact(key: string, value: JsonValue): Record<string, string | number | boolean> {
  if (value === null) return {};
  if (Array.isArray(value)) return { [key]: value.map((each) => String(each)).join(', ') };
  if (typeof value === 'object') return showDetails(value, `${key}.`);
  return { [key]: typeof value === 'number' && !Number.isFinite(value) ? String(value) : value };
}

/** Shows how far the audit events are chained and signed. */
export function showState({ lagMs, seq, signed, unsignedMs }: ChainState): AuditState {
  return {
    records: seq,
    unsealedMs: lagMs,
    signed: signed === null ? null : { record: signed.seq, at: signed.at.toISOString() },
    unsignedMs,
  };
}
