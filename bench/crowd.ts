import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { routes } from '@medcloud/contract';
import { type CenterFixture, createCenter, signInAdmin } from '@medcloud/server/test/harness/fixtures.ts';
import { fieldParts, filePart, sendParts } from '@medcloud/server/test/harness/multipart.ts';
import { sizedDicom } from '@medcloud/server/test/harness/sized-dicom.ts';
import { type ChildApp, memoryOf, startChildApp } from '@medcloud/server/test/harness/start-child-app.ts';
import { RequestLoad, toSignIn } from './load/request-load.ts';
import { mebibyte, median } from './upload/plain-write.ts';
import { waitUntilIdle } from './upload/wait-until-idle.ts';

/*
 * Claim (issue 5): during 50 concurrent uploads, the maximum of a node, the portal's process uses less than 600 MB.
 * Event-loop delay (99th percentile) and sign-in time (median) are at most ten times their values during one upload.
 * Client and portal share the machine's cores. Sign-ins run in a separate worker thread.
 */

const concurrentUploads = 50;
/** The limit of concurrent uploads of one center (security 2.4). */
const uploadsPerCenter = 3;
const sizes = { one: 400 * mebibyte, each: 16 * mebibyte };
const rounds = 3;
const maxMebibytes = 600;
const maxRatio = 10;

async function upload({ client, patient }: CenterFixture, bytes: number): Promise<void> {
  const parts = [...fieldParts({ patientId: patient.patientId }), filePart(sizedDicom(bytes))];
  const response = await sendParts(client, parts);
  if (response.status !== 201) throw new Error(`An upload was refused: ${response.status} ${response.text}`);
}

/** The effect of the uploads on other clients: event-loop delay and sign-in time in milliseconds. */
interface Impact {
  loopMs: number;
  signInMs: number;
  signIns: number;
}

interface Bench {
  child: ChildApp;
  delayFile: string;
  signIns: RequestLoad;
  centers: CenterFixture[];
}

/** Returns the event-loop delay since the last call (99th percentile), in milliseconds. */
async function loopDelay({ child, delayFile }: Bench): Promise<number> {
  await rm(delayFile, { force: true });
  process.kill(child.pid, 'SIGUSR2');
  for (;;) {
    const text = await readFile(delayFile, 'utf8').catch(() => '');
    if (text.endsWith('\n')) return Number(text);
    await wait(5);
  }
}

async function measureImpact(bench: Bench, work: () => Promise<unknown>): Promise<Impact> {
  const { child, signIns, centers } = bench;
  // Use a center that uploads nothing: sessions per account are limited, and a new one ends the oldest.
  const center = centers.at(-1);
  if (!center) throw new Error('There is no center.');
  await waitUntilIdle(child.pid);
  await loopDelay(bench);
  const body = { centerId: center.centerId, password: center.password };
  const took = await signIns.during(toSignIn(`${child.origin}${routes.auth.centerLogin.path}`, body), work);
  return { loopMs: await loopDelay(bench), signInMs: median(took), signIns: took.length };
}

async function measure(bench: Bench): Promise<void> {
  const { child, centers } = bench;
  const [first] = centers;
  if (!first) throw new Error('There is no center.');
  const uploaders = Array.from(
    { length: concurrentUploads },
    (_, index) => centers[Math.floor(index / uploadsPerCenter)] ?? first,
  );
  const impact: { one: Impact[]; many: Impact[] } = { one: [], many: [] };
  for (let round = 0; round <= rounds; round += 1) {
    const one = await measureImpact(bench, () => upload(first, sizes.one));
    const many = await measureImpact(bench, () => Promise.all(uploaders.map((center) => upload(center, sizes.each))));
    // The first round warms caches and the compiler. It is not counted.
    if (round === 0) continue;
    impact.one.push(one);
    impact.many.push(many);
  }
  compare('event loop, 99th percentile', impact, ({ loopMs }) => loopMs);
  compare('sign-in, median', impact, ({ signInMs }) => signInMs);
  console.log(
    `sign-ins beside one: ${impact.one.map(({ signIns }) => signIns)}; beside ${concurrentUploads}: ${impact.many.map(({ signIns }) => signIns)}`,
  );
  const peak = (await memoryOf(child.pid)).peakBytes / mebibyte;
  const verdict = peak < maxMebibytes ? 'kept' : 'EXCEEDED';
  console.log(`memory: ${peak.toFixed(0)} MiB at most (${maxMebibytes} allowed: ${verdict})`);
}

function compare(name: string, impact: { one: Impact[]; many: Impact[] }, of: (impact: Impact) => number): void {
  const [one, many] = [median(impact.one.map(of)), median(impact.many.map(of))];
  const verdict = many / one <= maxRatio ? 'kept' : 'EXCEEDED';
  console.log(
    `${name}: ${many.toFixed(1)} ms beside ${concurrentUploads} uploads, ${one.toFixed(1)} beside one: ${(many / one).toFixed(1)} times (${maxRatio} allowed: ${verdict})`,
  );
}

/** Prints event-loop delay and sign-in time during 50 uploads and during one, in turns, and the portal's memory. */
export async function run(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'medcloud-crowd-'));
  const delayFile = join(folder, 'loop-delay');
  const preload = new URL('./crowd/loop-delay.ts', import.meta.url);
  preload.searchParams.set('file', delayFile);
  const environment = {
    ADMIN_EMAIL: 'admin@medcloud.local',
    ADMIN_PASSWORD: 'the administrator’s own',
    NODE_OPTIONS: `--import=${preload.href}`,
  };
  const child = await startChildApp({ folder, environment });
  const signIns = new RequestLoad();
  try {
    const admin = await signInAdmin(child);
    const centers: CenterFixture[] = [];
    for (let number = 1; number <= Math.ceil(concurrentUploads / uploadsPerCenter) + 1; number += 1) {
      const plan = { name: `Center ${number}`, number, firstName: 'Μαρία', lastName: 'Παπαδοπούλου' };
      centers.push(
        await createCenter(child, admin, { ...plan, phone: `+3069000000${String(number).padStart(2, '0')}` }),
      );
    }
    await measure({ child, delayFile, signIns, centers });
  } finally {
    await signIns.close();
    await child.close();
    await rm(folder, { recursive: true, force: true });
  }
}

if (import.meta.main) await run();
