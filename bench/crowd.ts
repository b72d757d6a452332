import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { routes } from '@medcloud/contract';
import { type CenterCast, makeCenter, signInAdmin } from '@medcloud/server/test/harness/cast.ts';
import { type Child, memoryOf, startChild } from '@medcloud/server/test/harness/child.ts';
import { fieldParts, filePart, sendParts } from '@medcloud/server/test/harness/multipart.ts';
import { sizedDicom } from '@medcloud/server/test/harness/sized-dicom.ts';
import { SignIns } from './crowd/sign-ins.ts';
import { untilCalm } from './upload/calm.ts';
import { mebibyte, median } from './upload/plain-write.ts';

/*
 * Claim (issue 5): while 50 exams are uploaded at once, as many as a node takes, the portal's process holds less than 600 MB, and
 * neither its event loop is later (99th percentile) nor a sign-in slower (median) than ten times what they are under one upload.
 * Client and portal share the machine's cores; sign-ins are asked for in a thread of their own.
 */

const uploadsAtOnce = 50;
/** As many at once as one center may (security 2.4). */
const perCenter = 3;
const sizes = { one: 400 * mebibyte, each: 16 * mebibyte };
const rounds = 3;
const mostMebibytes = 600;
const mostTimes = 10;

async function upload({ client, patient }: CenterCast, bytes: number): Promise<void> {
  const parts = [...fieldParts({ patientId: patient.patientId }), filePart(sizedDicom(bytes))];
  const answer = await sendParts(client, parts);
  if (answer.status !== 201) throw new Error(`An upload was refused: ${answer.status} ${answer.text}`);
}

/** What a crowd does to everybody else. */
interface Felt {
  loopMs: number;
  signInMs: number;
  signIns: number;
}

interface Bench {
  child: Child;
  delayFile: string;
  signIns: SignIns;
  centers: CenterCast[];
}

/** How late the event loop came since this was last asked, in milliseconds. */
async function loopDelay({ child, delayFile }: Bench): Promise<number> {
  await rm(delayFile, { force: true });
  process.kill(child.pid, 'SIGUSR2');
  for (;;) {
    const text = await readFile(delayFile, 'utf8').catch(() => '');
    if (text.endsWith('\n')) return Number(text);
    await wait(5);
  }
}

async function feltDuring(bench: Bench, work: () => Promise<unknown>): Promise<Felt> {
  const { child, signIns, centers } = bench;
  // one that uploads nothing: an account keeps so many sessions, and a new one ends the oldest
  const center = centers.at(-1);
  if (!center) throw new Error('There is no center.');
  await untilCalm(child.pid);
  await loopDelay(bench);
  const body = { centerId: center.centerId, password: center.password };
  const took = await signIns.during({ url: `${child.origin}${routes.auth.centerLogin.path}`, body }, work);
  return { loopMs: await loopDelay(bench), signInMs: median(took), signIns: took.length };
}

async function measure(bench: Bench): Promise<void> {
  const { child, centers } = bench;
  const [first] = centers;
  if (!first) throw new Error('There is no center.');
  const crowd = Array.from({ length: uploadsAtOnce }, (_, index) => centers[Math.floor(index / perCenter)] ?? first);
  const felt: { one: Felt[]; many: Felt[] } = { one: [], many: [] };
  for (let round = 0; round <= rounds; round += 1) {
    const one = await feltDuring(bench, () => upload(first, sizes.one));
    const many = await feltDuring(bench, () => Promise.all(crowd.map((center) => upload(center, sizes.each))));
    // the first round warms caches and the compiler, and is not counted
    if (round === 0) continue;
    felt.one.push(one);
    felt.many.push(many);
  }
  compare('event loop, 99th percentile', felt, ({ loopMs }) => loopMs);
  compare('sign-in, median', felt, ({ signInMs }) => signInMs);
  console.log(
    `sign-ins beside one: ${felt.one.map(({ signIns }) => signIns)}; beside ${uploadsAtOnce}: ${felt.many.map(({ signIns }) => signIns)}`,
  );
  const peak = (await memoryOf(child.pid)).peakBytes / mebibyte;
  const kept = peak < mostMebibytes ? 'kept' : 'EXCEEDED';
  console.log(`memory: ${peak.toFixed(0)} MiB at most (${mostMebibytes} allowed: ${kept})`);
}

function compare(name: string, felt: { one: Felt[]; many: Felt[] }, of: (felt: Felt) => number): void {
  const [one, many] = [median(felt.one.map(of)), median(felt.many.map(of))];
  const verdict = many / one <= mostTimes ? 'kept' : 'EXCEEDED';
  console.log(
    `${name}: ${many.toFixed(1)} ms beside ${uploadsAtOnce} uploads, ${one.toFixed(1)} beside one: ${(many / one).toFixed(1)} times (${mostTimes} allowed: ${verdict})`,
  );
}

/** Prints how late the loop and how slow a sign-in is beside 50 uploads and beside one, in turns, and the portal's memory. */
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
  const child = await startChild({ folder, environment });
  const signIns = new SignIns();
  try {
    const admin = await signInAdmin(child);
    const centers: CenterCast[] = [];
    for (let number = 1; number <= Math.ceil(uploadsAtOnce / perCenter) + 1; number += 1) {
      const plan = { name: `Center ${number}`, number, firstName: 'Μαρία', lastName: 'Παπαδοπούλου' };
      centers.push(await makeCenter(child, admin, { ...plan, phone: `+3069000000${String(number).padStart(2, '0')}` }));
    }
    await measure({ child, delayFile, signIns, centers });
  } finally {
    await signIns.close();
    await child.close();
    await rm(folder, { recursive: true, force: true });
  }
}

if (import.meta.main) await run();
