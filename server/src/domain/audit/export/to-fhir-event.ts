import {
  type AuditAction,
  auditEvents,
  dicomAuditCodes,
  isAuditEvent,
} from '@medcloud/contract/operations/audit-events';
import type { AuditEntry } from '@medcloud/contract/shapes/audit';
import { serverTranslator } from '@medcloud/text/node';

/** The parts of FHIR that an audit event uses (HL7 FHIR R4, AuditEvent). */
interface Coding {
  system: string;
  code: string;
  display?: string;
}

interface FhirReference {
  identifier?: { system: string; value: string };
  reference?: string;
  display?: string;
}

interface Agent {
  type: { coding: Coding[] };
  who: FhirReference;
  requestor: boolean;
  name?: string;
  network?: { address: string; type: '2' | '5' };
}

interface Entity {
  what: FhirReference;
  type: Coding;
  role?: Coding;
  detail?: { type: string; valueString: string }[];
}

export interface FhirAuditEvent {
  resourceType: 'AuditEvent';
  id: string;
  meta?: { profile: string[] };
  type: Coding;
  subtype: Coding[];
  action: AuditAction;
  recorded: string;
  outcome: '0' | '4';
  agent: Agent[];
  source: { site: string; observer: FhirReference; type: Coding[] };
  entity: Entity[];
}

const dcm = 'http://dicom.nema.org/resources/ontology/DCM';
const hl7 = 'http://terminology.hl7.org/CodeSystem';
const balp = 'https://profiles.ihe.net/ITI/BALP';

/**
 * Per profile: the direction of the data and the role of the person (IHE ITI BALP 1.1: PatientCreate, -Read, -Update).
 */
const profiles = {
  C: { interaction: 'create', name: 'PatientCreate', client: '110153', server: '110152', person: 'AUT' },
  R: { interaction: 'read', name: 'PatientRead', client: '110152', server: '110153', person: 'IRCP' },
  U: { interaction: 'update', name: 'PatientUpdate', client: '110153', server: '110152', person: 'AUT' },
} as const;

const roles = new Map([
  ['110152', 'Destination Role ID'],
  ['110153', 'Source Role ID'],
]);

/**
 * Converts an event to a FHIR R4 AuditEvent. A successful read or change of patient data follows and names its BALP
 * profile. All others are DICOM audit messages of their kind. `site` is the installation's address. Patients are named
 * by public id.
 */
export function toFhirEvent(entry: AuditEntry, site: string): FhirAuditEvent {
  const { dicom, action } = isAuditEvent(entry.event)
    ? auditEvents[entry.event]
    : ({ dicom: 110100, action: 'E' } as const);
  const profile = findProfile(entry, action);
  const dicomKind = { system: dcm, code: String(dicom), display: dicomAuditCodes[dicom] };
  const ownKind = { system: `${site}/audit-event`, code: entry.event };
  return {
    resourceType: 'AuditEvent',
    id: entry.id,
    ...(profile ? { meta: { profile: [`${balp}/StructureDefinition/IHE.BasicAudit.${profile.name}`] } } : {}),
    type: profile ? { system: `${hl7}/audit-event-type`, code: 'rest', display: 'Restful Operation' } : dicomKind,
    subtype: [
      ...(profile
        ? [
            {
              system: 'http://hl7.org/fhir/restful-interaction',
              code: profile.interaction,
              display: profile.interaction,
            },
          ]
        : []),
      ...(profile ? [dicomKind, ownKind] : [ownKind]),
    ],
    action,
    recorded: entry.at,
    outcome: entry.outcome === 'success' ? '0' : '4',
    agent: listAgents(entry, profile ?? profiles.R, site),
    source: {
      site,
      observer: { display: 'MedCloud' },
      type: [{ system: `${hl7}/security-source-type`, code: '4', display: 'Application Server' }],
    },
    entity: listEntities(entry, site),
  };
}

type Profile = (typeof profiles)[keyof typeof profiles];

/** Finds the profile whose parts an event has: a patient, and a client with a known address. */
function findProfile({ outcome, patient, network }: AuditEntry, action: AuditAction): Profile | null {
  if (outcome !== 'success' || patient === null || network === null || action === 'D' || action === 'E') return null;
  return profiles[action];
}

function listAgents(entry: AuditEntry, profile: Profile, site: string): Agent[] {
  const roleType = (code: string) => ({ coding: [{ system: dcm, code, display: roles.get(code) ?? code }] });
  const { network, session } = entry;
  return [
    {
      type: roleType(profile.client),
      who:
        session === null
          ? { display: serverTranslator('server/replies.auditExport', 'en')('unknown') }
          : { identifier: { system: `${site}/session`, value: session } },
      requestor: false,
      ...(network === null ? {} : { network: { address: network, type: '2' } }),
    },
    {
      type: roleType(profile.server),
      who: { display: 'MedCloud' },
      requestor: false,
      network: { address: site, type: '5' },
    },
    ...listPersonAgents(entry, profile, site),
  ];
}

function listPersonAgents({ actor }: AuditEntry, profile: Profile, site: string): Agent[] {
  const type = { coding: [{ system: `${hl7}/v3-ParticipationType`, code: profile.person }] };
  if (actor.kind === 'patient') {
    const display = serverTranslator('server/replies.auditExport', 'en')('linkHolder');
    return [{ type, who: { display }, requestor: true }];
  }
  if (actor.kind === 'nobody' || actor.userId === null) return [];
  const name = actor.doctor ? `${actor.doctor.firstName} ${actor.doctor.lastName}` : (actor.email ?? actor.kind);
  return [{ type, who: { identifier: { system: `${site}/user`, value: actor.userId } }, requestor: true, name }];
}

const entityType = (code: '1' | '2', display: string) => ({ system: `${hl7}/audit-entity-type`, code, display });
const objectRole = (code: '1' | '4', display: string) => ({ system: `${hl7}/object-role`, code, display });

function listEntities(entry: AuditEntry, site: string): Entity[] {
  const { patient, requestId } = entry;
  const patientReference = patient === null ? null : { reference: `Patient/${patient.patientId ?? patient.id}` };
  return [
    ...(patientReference === null
      ? []
      : [{ what: patientReference, type: entityType('1', 'Person'), role: objectRole('1', 'Patient') }]),
    {
      what: toObjectReference(entry, site) ?? patientReference ?? { display: 'MedCloud' },
      type: entityType('2', 'System Object'),
      role: objectRole('4', 'Domain Resource'),
      ...toDetail(entry),
    },
    ...(requestId === null
      ? []
      : [
          {
            what: { identifier: { system: `${site}/request`, value: requestId } },
            type: { system: `${balp}/CodeSystem/BasicAuditEntityType`, code: 'XrequestId' },
          },
        ]),
  ];
}

function toObjectReference({ object }: AuditEntry, site: string): FhirReference | null {
  return object === null ? null : { identifier: { system: `${site}/${object.kind}`, value: object.id } };
}

function toDetail({ details, grant, record, center }: AuditEntry): Pick<Entity, 'detail'> {
  const facts = {
    ...details,
    ...(center === null ? {} : { center: center.centerId }),
    ...(grant === null ? {} : { grant }),
    ...(record === null ? {} : { record }),
  };
  const detail = Object.entries(facts).map(([type, value]) => ({ type, valueString: String(value) }));
  return detail.length === 0 ? {} : { detail };
}
