import { randomUUID } from 'node:crypto';
import { routes } from '@medcloud/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { prepareExams } from '../imaging/prepare-exams.ts';
import { tinyUids } from '../tiny-dicom.ts';
import { begun, examFields } from '../tus.ts';
import { type CastWorld, openCastWorld } from '../world.ts';
import { liveGrants } from './live-grants.ts';
import { type Actor, actors, allRoutes } from './rows.ts';
import { type Answer, masked } from './send.ts';
import { Stage } from './stage.ts';

/** For each path parameter: an id that is another tenant's (or another kind of thing), and one that nothing has. */
interface Sweep {
  foreign(world: CastWorld, actor: Actor): string;
  unknown(): string;
  /** A body in order, where the route wants one: it is parsed before the id is looked at. */
  json?: unknown;
}

/** An open upload of each center, by the center's id. */
const foreignUploads: Record<string, string> = {};

/** A live grant on each center's patient, by the center's id: center A's is of doctor_unsubscribed. */
const foreignGrants: Record<string, string> = {};

const foreignExam = ({ cast }: CastWorld, actor: Actor) => (actor === 'center_b' ? cast.centerA : cast.centerB).examId;
const foreignGrant = ({ cast }: CastWorld, actor: Actor) =>
  foreignGrants[(actor === 'center_a' || actor === 'doctor_unsubscribed' ? cast.centerB : cast.centerA).id] ?? '';
const notADoctor = ({ cast }: CastWorld) => cast.centerB.patient.id;

function sweepsOf(path: string, ends: string[], sweep: Sweep): Record<string, Sweep> {
  return Object.fromEntries(ends.map((end) => [`${path}${end}`, sweep]));
}

const sweeps: Record<string, Sweep> = {
  '/api/exams/{id}': { foreign: foreignExam, unknown: randomUUID },
  '/api/download/{id}': { foreign: foreignExam, unknown: randomUUID },
  ...sweepsOf('/api/medical-center/patients/{patientId}', ['', '/access-log', '/grants', '/reveal', '/consent-link'], {
    foreign: ({ cast }, actor) => (actor === 'center_b' ? cast.centerA : cast.centerB).patient.patientId,
    unknown: () => 'P-7Z7Z7Z7Z7Z',
    json: { lastName: 'Άλλη' },
  }),
  ...sweepsOf('/api/medical-center/exams/{id}', ['/move', '/withdraw', '/confirm'], {
    foreign: foreignExam,
    unknown: randomUUID,
    json: { patientId: 'P-7Z7Z7Z7Z7Z', reason: 'none' },
  }),
  '/api/medical-center/uploads/{id}': {
    foreign: ({ cast }, actor) => foreignUploads[(actor === 'center_b' ? cast.centerA : cast.centerB).id] ?? '',
    unknown: randomUUID,
  },
  '/api/doctor/patient-exams/{patientId}': {
    foreign: ({ cast }) => cast.centerB.patient.patientId,
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
  '/api/admin/medical-centers/{id}': { foreign: ({ cast }) => cast.centerB.patient.id, unknown: randomUUID, json: {} },
};

const { study, series, instance } = tinyUids(2);
const uidSweep: Sweep = {
  foreign: (_, actor) => tinyUids(actor === 'center_b' ? 1 : 2).study,
  unknown: () => '2.25.999.1',
};
for (const { path } of Object.values(routes.dicomWeb))
  if (path.includes('{'))
    sweeps[path] = path.includes('{examId}') ? { foreign: foreignExam, unknown: randomUUID } : uidSweep;

/** An address with an id in its first place, and a foreign file's in the others. */
function addressWith(path: string, id: string): string {
  const others: Record<string, string> = { study, series, instance, frames: '1', path: '7FE00010' };
  return path.replace(/\{\w+\}/, () => id).replace(/\{(\w+)\}/g, (_, name: string) => others[name] ?? name);
}

/** DICOMweb has many addresses for one rule: what can be no id is tried there by whoever could make a difference. */
const few: readonly Actor[] = ['anonymous', 'center_a', 'doctor_no_consent'];

const longSegment = 'x'.repeat(10 * 1_024);
const strange = [
  '../',
  '..',
  '%2e%2e%2f',
  '%00',
  'a%00b',
  '%',
  '%ff',
  longSegment,
  '-1',
  'NaN',
  'null',
  '%27%20OR%201=1',
];

/**
 * Beside the matrix's rows (meta.negative_sweep): what else can stand where a path has a parameter. An id that cannot
 * exist answers as an unknown one: 404, same bytes (shapes, "Names and places").
 */
describe('the negative sweep (T-AZ)', () => {
  let world: CastWorld;
  let stage: Stage;
  beforeAll(async () => {
    world = await openCastWorld({ connections: 4 });
    await prepareExams(world);
    for (const { id, client, patient } of [world.cast.centerA, world.cast.centerB])
      foreignUploads[id] = (await begun(client, 1_000, examFields(patient.patientId))).split('/').at(-1) ?? '';
    const grants = await liveGrants(world, 'Sweeper');
    for (const [id, grant] of grants) foreignGrants[id] = grant;
    stage = new Stage(world);
  });
  afterAll(async () => {
    stage.close();
    await world.close();
  });

  const swept = allRoutes.filter((route) => route.path.includes('{'));

  it('knows a foreign and an unknown id for every path parameter', () => {
    expect(swept.map((route) => route.path).filter((path) => !sweeps[path])).toEqual([]);
  });

  const send = async (actor: Actor, method: string, path: string, json?: unknown): Promise<Answer> => {
    const headers = actor === 'anonymous' ? {} : (await stage.client(actor)).credentials('bearer');
    return await stage.send({ method, path, headers, ...(json === undefined ? {} : { json }) });
  };

  describe.each(swept.map((route) => [route.path, route.method] as const))('%s', (path, method) => {
    const sweep = sweeps[path];
    if (!sweep) return;
    let notFound: string;
    beforeAll(async () => {
      notFound = masked(await send('anonymous', 'GET', '/api/does-not-exist'));
    });
    const ask = (actor: Actor, id: string) =>
      send(actor, method, addressWith(path, id), method === 'GET' ? undefined : sweep.json);

    const tried = (actor: Actor) => (path.startsWith('/dicom-web/') && !few.includes(actor) ? [] : strange);

    it.each(actors)(
      'answers %s alike for a foreign id and an unknown one, and refuses what is no id',
      async (actor) => {
        const unknown = await ask(actor, sweep.unknown());
        const foreign = await ask(actor, sweep.foreign(world, actor));
        expect(unknown.status).toBeOneOf([401, 403, 404]);
        expect({ status: foreign.status, body: masked(foreign) }).toEqual({
          status: unknown.status,
          body: masked(unknown),
        });
        for (const value of tried(actor)) {
          const answer = await ask(actor, value);
          const seen = `${value.slice(0, 40)}: ${answer.text.slice(0, 200)}`;
          // who may not ask at all is told so before the id is looked at, unless the router itself finds nothing
          expect(answer.status, seen).toBeOneOf([404, unknown.status]);
          expect(masked(answer), seen).toBe(answer.status === 404 ? notFound : masked(unknown));
        }
      },
    );
  });
});
