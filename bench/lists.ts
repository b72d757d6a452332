import { routes } from '@medcloud/contract';
import { Client } from '@medcloud/server/test/harness/client.ts';
import { createCenter, createDoctor, signInAdmin } from '@medcloud/server/test/harness/fixtures.ts';
import { type StandaloneApp, startStandaloneApp } from '@medcloud/server/test/harness/start-standalone-app.ts';
import { fill, type Scale } from './lists/fill.ts';

/*
 * Claim: lists and dashboards of a portal with 50,000 patients and 200,000 exams in one center, with 1,200 patients
 * granted to one doctor, cost at most 3 times as much as with 500 patients, 2,000 exams and 120 grants. Figures are
 * medians of complete HTTP calls; the large and the small portal take turns in one run.
 */

const small: Scale = { patients: 500, examsEach: 4, grants: 120 };
const large: Scale = { patients: 50_000, examsEach: 4, grants: 1_200 };
const rounds = 25;
const maxRatio = 3;

interface ListClients {
  center: Client;
  doctor: Client;
  admin: Client;
  patientId: string;
}

type List = readonly [name: string, read: (clients: ListClients) => Promise<unknown>];

const lists: readonly List[] = [
  ['center: dashboard', ({ center }) => center.call(routes.center.dashboard, {})],
  ['center: patients', ({ center }) => center.page(routes.center.patients, {})],
  ['center: patients, second page', ({ center }) => secondPage(center)],
  ['center: patients, a whole name', ({ center }) => found(center, 'Χατζηιωάννου Παναγιώτα')],
  ['center: patients, in Latin', ({ center }) => found(center, 'papadopoulou')],
  ['center: patients, two letters', ({ center }) => found(center, 'πα')],
  ['center: patients, nobody', ({ center }) => found(center, 'Ξυλουργόπουλος')],
  ['center: history', ({ center }) => center.page(routes.center.examHistory, {})],
  [
    'center: history of one type',
    ({ center }) => center.page(routes.center.examHistory, { query: { examType: 'ct' } }),
  ],
  [
    // A page that both portals fill: among 500 patients, fewer have the name than fit a default page.
    'center: history, 25 found',
    ({ center }) => center.page(routes.center.examHistory, { query: { patientSearch: 'Χατζηιωάννου', limit: 25 } }),
  ],
  ['doctor: dashboard', ({ doctor }) => doctor.call(routes.doctor.dashboard, {})],
  ['doctor: accessible patients', ({ doctor }) => doctor.page(routes.doctor.accessiblePatients, {})],
  [
    'doctor: accessible, five found',
    ({ doctor }) => doctor.page(routes.doctor.accessiblePatients, { query: { search: 'geor', limit: 5 } }),
  ],
  [
    'doctor: a patient’s exams',
    ({ doctor, patientId }) => doctor.call(routes.doctor.patientExams, { params: { patientId } }),
  ],
  ['admin: dashboard', ({ admin }) => admin.call(routes.admin.dashboard, {})],
  ['admin: users', ({ admin }) => admin.page(routes.admin.users, {})],
  ['admin: centers', ({ admin }) => admin.page(routes.admin.medicalCentersDetailed, {})],
];

const found = (center: Client, search: string) => center.page(routes.center.patients, { query: { search } });

async function secondPage(center: Client): Promise<unknown> {
  const { nextCursor } = await center.page(routes.center.patients, {});
  return await center.page(routes.center.patients, { query: { cursor: nextCursor ?? '' } });
}

/** Prints each list's ratio of the large portal to the small one, and the worst ratio. */
export async function run(): Promise<void> {
  const [few, many] = [
    await startStandaloneApp({ overrides: { hasPages: false } }),
    await startStandaloneApp({ overrides: { hasPages: false } }),
  ];
  try {
    const scales = [await setUp(few.testApp, small), await setUp(many.testApp, large)] as const;
    let worst = 0;
    for (const [name, read] of lists) {
      const [fewMs, manyMs] = await takeTurns(
        () => read(scales[0]),
        () => read(scales[1]),
      );
      worst = Math.max(worst, manyMs / fewMs);
      console.log(
        `${name.padEnd(34)} ${(manyMs / fewMs).toFixed(2)} (${manyMs.toFixed(1)} against ${fewMs.toFixed(1)} ms)`,
      );
    }
    console.log(
      `lists: the dearest costs ${worst.toFixed(2)} times as much with a hundred times the rows; at most ${maxRatio}`,
    );
  } finally {
    await few.close();
    await many.close();
  }
}

async function setUp(testApp: StandaloneApp, scale: Scale): Promise<ListClients> {
  const clients = { ...testApp, anonymous: new Client(testApp.origin, testApp.config) };
  const admin = await signInAdmin(clients);
  const centerInput = {
    name: 'Aegean Imaging',
    number: 1,
    firstName: 'Μαρία',
    lastName: 'Παπαδοπούλου',
    phone: '+306900000001',
  };
  const center = await createCenter(clients, admin, centerInput);
  const doctor = await createDoctor(clients, admin, 'consent');
  await fill(testApp.superuser, testApp.app.context, scale, { centerId: center.id, doctorId: doctor.id });
  const { rows } = await doctor.client.page(routes.doctor.accessiblePatients, {});
  const patientId = rows[0]?.patientId;
  if (patientId === undefined) throw new Error('The doctor sees no patient.');
  return { center: center.client, doctor: doctor.client, admin, patientId };
}

/** Returns the medians of two operations that take turns, in milliseconds. The first three rounds are warm-up. */
async function takeTurns(one: () => Promise<unknown>, other: () => Promise<unknown>): Promise<[number, number]> {
  const times: [number[], number[]] = [[], []];
  for (let round = -3; round < rounds; round += 1) {
    const [a, b] = [await measureMs(one), await measureMs(other)];
    if (round < 0) continue;
    times[0].push(a);
    times[1].push(b);
  }
  return [median(times[0]), median(times[1])];
}

async function measureMs(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

const median = (values: readonly number[]) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

if (import.meta.main) await run();
