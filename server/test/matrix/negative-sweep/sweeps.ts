import { randomUUID } from 'node:crypto';
import { routes } from '@medcloud/contract';
import type { TestAppWithFixtures } from '../../harness/start-test-app.ts';
import { tinyUids } from '../../harness/tiny-dicom.ts';
import type { MatrixFixture } from '../matrix-fixture.ts';
import type { Actor } from '../rows.ts';

/**
 * The portal under test; open uploads and active grants by center id. Center A's grant is that of doctor_unsubscribed.
 */
export interface SweepFixture {
  testApp: TestAppWithFixtures;
  matrixFixture: MatrixFixture;
  uploads: ReadonlyMap<string, string>;
  grants: ReadonlyMap<string, string>;
  /** Body of the response to an unknown path. */
  notFound: string;
}

/** For a path parameter: an id of another tenant or of another kind of object, and an unknown id. */
export interface Sweep {
  foreign(fixture: SweepFixture, actor: Actor): string;
  unknown(): string;
  /** A valid body, if the route needs one. It is parsed before the id is checked. */
  json?: unknown;
}

const foreignCenter = ({ testApp: { fixtures } }: SweepFixture, actor: Actor) =>
  actor === 'center_b' ? fixtures.centerA : fixtures.centerB;
const foreignExam = (fixture: SweepFixture, actor: Actor) => foreignCenter(fixture, actor).examId;
const foreignGrant = ({ testApp: { fixtures }, grants }: SweepFixture, actor: Actor) =>
  grants.get((actor === 'center_a' || actor === 'doctor_unsubscribed' ? fixtures.centerB : fixtures.centerA).id) ?? '';
const notADoctor = ({ testApp: { fixtures } }: SweepFixture) => fixtures.centerB.patient.id;

function sweepsOf(path: string, ends: string[], sweep: Sweep): Record<string, Sweep> {
  return Object.fromEntries(ends.map((end) => [`${path}${end}`, sweep]));
}

export const sweeps: Record<string, Sweep> = {
  '/api/exams/{id}': { foreign: foreignExam, unknown: randomUUID },
  '/api/download/{id}': { foreign: foreignExam, unknown: randomUUID },
  ...sweepsOf('/api/medical-center/patients/{patientId}', ['', '/access-log', '/grants', '/reveal', '/consent-link'], {
    foreign: (fixture, actor) => foreignCenter(fixture, actor).patient.patientId,
    unknown: () => 'P-7Z7Z7Z7Z7Z',
    json: { lastName: 'Άλλη' },
  }),
  ...sweepsOf('/api/medical-center/exams/{id}', ['/move', '/withdraw', '/confirm'], {
    foreign: foreignExam,
    unknown: randomUUID,
    json: { patientId: 'P-7Z7Z7Z7Z7Z', reason: 'none' },
  }),
  '/api/medical-center/uploads/{id}': {
    foreign: (fixture, actor) => fixture.uploads.get(foreignCenter(fixture, actor).id) ?? '',
    unknown: randomUUID,
  },
  '/api/doctor/patient-exams/{patientId}': {
    foreign: ({ testApp: { fixtures } }) => fixtures.centerB.patient.patientId,
    unknown: () => 'P-7Z7Z7Z7Z7Z',
  },
  '/api/medical-center/grants/{id}/revoke': { foreign: foreignGrant, unknown: randomUUID, json: { reason: 'other' } },
  '/api/doctor/grants/{id}/relinquish': { foreign: foreignGrant, unknown: randomUUID },
  '/api/admin/grants/{id}/revoke': { foreign: notADoctor, unknown: randomUUID, json: { reason: 'other' } },
  '/api/auth/sessions/{id}': { foreign: notADoctor, unknown: randomUUID },
  '/api/account/tokens/{id}': { foreign: notADoctor, unknown: randomUUID },
  '/api/admin/approve-doctor/{id}': { foreign: notADoctor, unknown: randomUUID },
  '/api/admin/support-messages/{id}': { foreign: notADoctor, unknown: randomUUID },
  '/api/admin/support-messages/{id}/reply': { foreign: notADoctor, unknown: randomUUID, json: { text: 'Ναι.' } },
  '/api/admin/support-messages/{id}/close': { foreign: notADoctor, unknown: randomUUID },
  '/api/admin/alarms/{id}/seen': { foreign: notADoctor, unknown: randomUUID },
  ...sweepsOf('/api/admin/doctors/{id}', ['/suspend', '/reinstate'], { foreign: notADoctor, unknown: randomUUID }),
  ...sweepsOf('/api/admin/users/{id}', ['/disable', '/enable', '/revoke-sessions'], {
    foreign: notADoctor,
    unknown: randomUUID,
  }),
  '/api/admin/reject-doctor/{id}': { foreign: notADoctor, unknown: randomUUID },
  '/api/admin/medical-centers/{id}': { foreign: notADoctor, unknown: randomUUID, json: {} },
};

const { study, series, instance } = tinyUids(2);
const uidSweep: Sweep = {
  foreign: (_, actor) => tinyUids(actor === 'center_b' ? 1 : 2).study,
  unknown: () => '2.25.999.1',
};
for (const { path } of Object.values(routes.dicomWeb))
  if (path.includes('{'))
    sweeps[path] = path.includes('{examId}') ? { foreign: foreignExam, unknown: randomUUID } : uidSweep;

/** Fills a path with an id as first parameter, and a foreign file's ids as the others. */
export function addressWith(path: string, id: string): string {
  const others: Record<string, string> = { study, series, instance, frames: '1', path: '7FE00010' };
  return path.replace(/\{\w+\}/, () => id).replace(/\{(\w+)\}/g, (_, name: string) => others[name] ?? name);
}
