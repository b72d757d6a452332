import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { routes } from '@medcloud/contract';
import { type CenterFixture, createCenter, signInAdmin, uploadExam } from '@medcloud/server/test/harness/fixtures.ts';
import { sizedDicom } from '@medcloud/server/test/harness/sized-dicom.ts';
import { type ChildApp, startChildApp } from '@medcloud/server/test/harness/start-child-app.ts';
import { createUpload, examFields } from '@medcloud/server/test/harness/tus.ts';
import { Attack, type Target } from './hostile/attack.ts';
import { RequestLoad, toSignIn } from './load/request-load.ts';
import { mebibyte } from './upload/plain-write.ts';

/*
 * Claim (security 6, R11): under 2,000 connections with idle headers, 200 bodies of one byte a second and readers that
 * read nothing, from one address or from 44, the 99th percentile of other clients' sign-in times at most doubles. The
 * portal closes every such connection within a minute. An honest upload at 5 Mbit/s completes.
 */

const rounds = 3;
const phaseMs = 6_000;
const maxRatio = 2;
const maxReclaimMs = 60_000;
const honest = { bytesPerSecond: 625_000, bytes: 48 * mebibyte };

type Phase = 'quiet' | 'one' | 'many';

interface Bench {
  child: ChildApp;
  signIns: RequestLoad;
  uploader: CenterFixture;
  others: CenterFixture;
  target: Target;
}

/**
 * Prints the percentiles with and without the attack, in turns, and the outcome of the connections and of the upload.
 */
export async function run(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'medcloud-hostile-'));
  const environment = {
    ADMIN_EMAIL: 'admin@medcloud.local',
    ADMIN_PASSWORD: 'the administrator’s own',
    CONNECTIONS_PER_ADDRESS: '64',
  };
  const child = await startChildApp({ folder, environment });
  const signIns = new RequestLoad();
  try {
    await measure(await setUp(child, signIns));
  } finally {
    await signIns.close();
    await child.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function setUp(child: ChildApp, signIns: RequestLoad): Promise<Bench> {
  const admin = await signInAdmin(child);
  const create = (number: number) =>
    createCenter(child, admin, {
      name: `Center ${number}`,
      number,
      firstName: 'Μαρία',
      lastName: 'Παπαδοπούλου',
      phone: `+30690000000${number}`,
    });
  const [uploader, others] = [await create(1), await create(2)];
  const examId = await uploadExam(
    uploader.client,
    uploader.patient.patientId,
    Buffer.concat([...sizedDicom(64 * mebibyte)]),
  );
  const { authorization } = uploader.client.credentials('bearer');
  const download = `GET /api/download/${examId} HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${authorization}\r\n\r\n`;
  return { child, signIns, uploader, others, target: { port: Number(new URL(child.origin).port), download } };
}

async function measure(bench: Bench): Promise<void> {
  const took: Record<Phase, number[]> = { quiet: [], one: [], many: [] };
  const reclaimed: number[] = [];
  const uploaded = slowUpload(bench);
  for (let round = 0; round <= rounds; round += 1)
    for (const phase of ['quiet', 'one', 'many'] as const) {
      const sample = await measurePhase(bench, phase, round === rounds);
      if (sample.reclaimedMs !== null) reclaimed.push(sample.reclaimedMs);
      // The first round warms caches and the compiler. It is not counted.
      if (round > 0) took[phase].push(...sample.took);
    }
  const quiet = percentile99(took.quiet);
  for (const phase of ['one', 'many'] as const) {
    const ratio = percentile99(took[phase]) / quiet;
    const name = phase === 'one' ? 'from one address' : 'from 44 addresses';
    printResult(
      ratio <= maxRatio,
      `sign-ins ${name}: p99 ${percentile99(took[phase]).toFixed(1)} ms against ${quiet.toFixed(1)}, ${ratio.toFixed(2)} times (${maxRatio} allowed), ${took[phase].length} against ${took.quiet.length} of them`,
    );
  }
  const longest = Math.max(...reclaimed);
  printResult(
    longest <= maxReclaimMs,
    `all connections taken back within ${(longest / 1_000).toFixed(0)} s (${maxReclaimMs / 1_000} allowed)`,
  );
  const { status, seconds } = await uploaded;
  printResult(
    status === 204,
    `an honest upload of ${honest.bytes / mebibyte} MiB in ${seconds.toFixed(0)} s answers ${status}`,
  );
}

function printResult(isWithinLimit: boolean, text: string): void {
  console.log(`${text}: ${isWithinLimit ? 'kept' : 'EXCEEDED'}`);
  if (!isWithinLimit) process.exitCode = 1;
}

/**
 * Measures sign-ins during an attack. In the last round it stops reconnecting and waits until the portal has closed
 * all.
 */
async function measurePhase(
  { child, signIns, others, target }: Bench,
  phase: Phase,
  isLast: boolean,
): Promise<{ took: number[]; reclaimedMs: number | null }> {
  const attack = phase === 'quiet' ? null : new Attack(target, phase);
  if (attack !== null) await wait(1_500); // until the connections are established
  const body = { centerId: others.centerId, password: others.password };
  const url = `${child.origin}${routes.auth.centerLogin.path}`;
  const took = await signIns.during(toSignIn(url, body), () => wait(phaseMs));
  if (attack === null) return { took, reclaimedMs: null };
  const { openCount, lostCount } = attack.state;
  console.log(`  ${phase}: ${openCount} connections held, ${lostCount} lost meanwhile`);
  if (!isLast) {
    attack.stop();
    return { took, reclaimedMs: null };
  }
  const startedAt = performance.now();
  await attack.waitUntilClosed();
  return { took, reclaimedMs: performance.now() - startedAt };
}

/** Sends one upload part at the rate of a slow line, in parallel to the rounds. Returns its status and duration. */
async function slowUpload({ uploader: { client, patient } }: Bench): Promise<{ status: number; seconds: number }> {
  const path = await createUpload(client, honest.bytes, examFields(patient.patientId));
  const startedAt = performance.now();
  const headers = {
    ...client.credentials('bearer'),
    'tus-resumable': '1.0.0',
    'upload-offset': '0',
    'content-type': 'application/offset+octet-stream',
    'content-length': String(honest.bytes),
  };
  const responseStatus = Promise.withResolvers<number>();
  const sending = request(new URL(path, client.origin), { method: 'PATCH', headers, agent: false }, (response) => {
    response.resume();
    responseStatus.resolve(response.statusCode ?? 0);
  });
  sending.on('error', responseStatus.reject);
  const file = Buffer.concat([...sizedDicom(honest.bytes)]);
  for (let sent = 0; sent < file.length; sent += honest.bytesPerSecond / 5) {
    sending.write(file.subarray(sent, sent + honest.bytesPerSecond / 5));
    await wait(200);
  }
  sending.end();
  return { status: await responseStatus.promise, seconds: (performance.now() - startedAt) / 1_000 };
}

const percentile99 = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.99)] ?? Number.NaN;

if (import.meta.main) await run();
