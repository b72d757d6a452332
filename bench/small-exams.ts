import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { routes } from '@medcloud/contract';
import type { Client } from '@medcloud/server/test/harness/client.ts';
import { type CenterFixture, createCenter, signInAdmin, uploadExam } from '@medcloud/server/test/harness/fixtures.ts';
import { type ChildApp, memoryOf, startChildApp } from '@medcloud/server/test/harness/start-child-app.ts';
import { ctVolume } from '@medcloud/server/test/phantom/ct-volume.ts';
import { mrImages, mrSeries } from '@medcloud/server/test/phantom/mr-series.ts';
import { type Person, persons } from '@medcloud/server/test/phantom/persons.ts';
import { xray } from '@medcloud/server/test/phantom/xray.ts';
import { zipOf } from '@medcloud/server/test/phantom/zip-of.ts';
import { waitForSeries } from './clients/find-series.ts';
import { Viewers } from './small-exams/viewers.ts';
import { mebibyte } from './upload/plain-write.ts';
import { waitUntilIdle } from './upload/wait-until-idle.ts';

/*
 * Claim (issue 17): a backlog of small exams becomes viewable at 12 X-rays of 8 MB and at 15 exams of 12 small slices a
 * second or more, while four viewers scroll; the 95th percentile of their frames at most doubles.
 * The exams are uploaded while the portal indexes nothing; then it starts again and works off the backlog.
 */

const exams = 500;
const rates = { xray: 12, slices: 15 };
const maxRatio = 2;
const xraySide = 2_048;
const smallSlices = 12;
const quietMs = 10_000;
const pollMs = 1_000;
const pageSize = 100;

function getPatient(): Person {
  const [person] = persons;
  if (person === undefined) throw new Error('The phantom has no persons.');
  return person;
}

/** Returns a radiograph's noise on a gradient, as large and as hard to compress as a detector's. */
function detectorImage(): Uint16Array {
  let state = 1;
  return Uint16Array.from({ length: xraySide * xraySide }, (_, index) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return 1_000 + Math.round((index % xraySide) / 2) + (state >>> 27);
  });
}

const detector = detectorImage();
const brain = [...mrImages(1, smallSlices, 'T1')];

const kinds = {
  xray: async (seed: number) => [...xray({ seed, patient: getPatient() }, detector, [xraySide, xraySide])][0]?.bytes,
  slices: async (seed: number) =>
    Buffer.concat(await Array.fromAsync(zipOf(mrSeries({ seed, patient: getPatient(), slices: smallSlices }, brain)))),
} as const;

const environment = (shouldIndex: boolean) => ({
  ADMIN_EMAIL: 'admin@medcloud.local',
  ADMIN_PASSWORD: 'the administrator’s own',
  INDEX_EXAMS: shouldIndex ? '1' : '0',
});

/** Runs both backlogs, each on a portal of its own. */
export async function run(): Promise<void> {
  for (const kind of ['xray', 'slices'] as const) {
    const folder = await mkdtemp(join(tmpdir(), 'medcloud-small-'));
    try {
      await measure(folder, kind);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
}

async function measure(folder: string, kind: keyof typeof kinds): Promise<void> {
  const first = await startChildApp({ folder, environment: environment(true) });
  const { center, patientId } = await createPatient(first);
  const frames = await storeScrolledSeries(first, center, patientId);
  await first.close();
  const second = await startChildApp({ folder, environment: environment(false) });
  const ids = await uploadAll(await signIn(second, center), patientId, kind);
  await second.close();
  const third = await startChildApp({ folder, environment: environment(true) });
  try {
    const client = await signIn(third, center);
    const viewers = new Viewers(third, center, frames);
    const alone = await viewers.during(() => wait(quietMs));
    const startedAt = performance.now();
    const beside = await viewers.during(async () => {
      await third.enqueueExams();
      await waitUntilViewable(client, ids);
    });
    const perSecond = (exams / (performance.now() - startedAt)) * 1_000;
    const { peakBytes } = await memoryOf(third.pid);
    await viewers.close();
    await waitUntilIdle(third.pid);
    const allPerSecond = (exams / (performance.now() - startedAt)) * 1_000;
    const label = kind === 'xray' ? 'X-rays of 8 MB' : `exams of ${smallSlices} small slices`;
    const verdict = perSecond >= rates[kind] ? 'reached' : 'MISSED';
    console.log(
      `${label}: ${perSecond.toFixed(1)} a second viewable (${rates[kind]} needed: ${verdict}), ${allPerSecond.toFixed(1)} with thumbnails and frames`,
    );
    const ratio = beside.p95Ms / alone.p95Ms;
    const bound = ratio <= maxRatio ? 'kept' : 'EXCEEDED';
    console.log(
      `frames of four viewers beside it: p95 ${beside.p95Ms.toFixed(1)} ms of ${beside.count}, alone ${alone.p95Ms.toFixed(1)} of ${alone.count}: ${ratio.toFixed(2)} times (${maxRatio} allowed: ${bound}); memory ${(peakBytes / mebibyte).toFixed(0)} MiB at most`,
    );
  } finally {
    await third.close();
  }
}

async function createPatient(child: ChildApp): Promise<{ center: CenterFixture; patientId: string }> {
  const { givenName: firstName, surname: lastName, birthDate: dateOfBirth, sex: gender } = getPatient();
  const plan = { name: 'Bench', number: 1, firstName, lastName, phone: '+306900000099' };
  const center = await createCenter(child, await signInAdmin(child), plan);
  const body = { firstName, lastName, dateOfBirth, gender, phone: '+306900000001' };
  const { patientId } = await center.client.call(routes.center.registerPatient, { body });
  return { center, patientId };
}

async function signIn(child: ChildApp, { client, centerId, password }: CenterFixture): Promise<Client> {
  const again = client.copy(child.origin, child.config);
  return await again.signIn(routes.auth.centerLogin.path, { centerId, password });
}

/** Stores the CT that the viewers scroll through. Returns the paths of its frames. */
async function storeScrolledSeries(child: ChildApp, { client }: CenterFixture, patientId: string): Promise<string[]> {
  const files = ctVolume({ seed: 7, patient: getPatient(), slices: 60 });
  const examId = await uploadExam(client, patientId, Buffer.concat(await Array.fromAsync(zipOf(files))));
  const { path } = await waitForSeries(client, examId);
  const root = `/dicom-web/exams/${examId}${path}`;
  const response = await client.raw('GET', `${root}/instances`);
  const uids = [...(await response.text()).matchAll(/"00080018":\{"vr":"UI","Value":\["([\d.]+)"/g)].map(
    ([, uid]) => uid,
  );
  await waitUntilIdle(child.pid);
  return uids.map((uid) => `${root}/instances/${uid}/frames/1`);
}

async function uploadAll(client: Client, patientId: string, kind: keyof typeof kinds): Promise<string[]> {
  const ids: string[] = [];
  for (let seed = 1; seed <= exams; seed += 1) {
    const file = await kinds[kind](seed);
    if (file === undefined) throw new Error('The phantom has no file.');
    ids.push(await uploadExam(client, patientId, file));
  }
  return ids;
}

/** Waits until every exam is viewable. Throws if one cannot be indexed. */
async function waitUntilViewable(client: Client, ids: readonly string[]): Promise<void> {
  const waiting = new Set(ids);
  while (waiting.size > 0) {
    await wait(pollMs);
    for (let offset = 0; offset < ids.length; offset += pageSize) {
      const query = { limit: pageSize, offset };
      for (const { id, viewable, viewingFault } of await client.call(routes.center.examHistory, { query })) {
        if (viewingFault !== undefined) throw new Error(`An exam was not indexed: ${viewingFault}.`);
        if (viewable) waiting.delete(id);
      }
    }
  }
}
