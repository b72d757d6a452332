import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { routes } from '@medcloud/contract';
import { type CenterCast, makeCenter, signInAdmin, uploadExam } from '@medcloud/server/test/harness/cast.ts';
import { type Child, startChild } from '@medcloud/server/test/harness/child.ts';
import { sizedDicom } from '@medcloud/server/test/harness/sized-dicom.ts';
import { begun, examFields } from '@medcloud/server/test/harness/tus.ts';
import { SignIns } from './crowd/sign-ins.ts';
import { Attack, type Target } from './hostile/attack.ts';
import { mebibyte } from './upload/plain-write.ts';

/*
 * Claim (security 6, R11): under 2,000 connections with idle headers, 200 bodies of a byte a second and readers that take
 * nothing, from one address or from 44, the 99th percentile of other clients' sign-ins at most doubles; every connection is
 * taken back within a minute; and an honest upload at 5 Mbit/s goes through.
 */

const rounds = 3;
const phaseMs = 6_000;
const mostTimes = 2;
const mostReclaimMs = 60_000;
const honest = { bytesPerSecond: 625_000, bytes: 48 * mebibyte };

type Phase = 'quiet' | 'one' | 'many';

interface Bench {
  child: Child;
  signIns: SignIns;
  uploader: CenterCast;
  others: CenterCast;
  target: Target;
}

/** Prints the percentiles with and without the attack, in turns, and how the connections and the upload ended. */
export async function run(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'medcloud-hostile-'));
  const environment = {
    ADMIN_EMAIL: 'admin@medcloud.local',
    ADMIN_PASSWORD: 'the administrator’s own',
    CONNECTIONS_PER_ADDRESS: '64',
  };
  const child = await startChild({ folder, environment });
  const signIns = new SignIns();
  try {
    await measure(await settle(child, signIns));
  } finally {
    await signIns.close();
    await child.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function settle(child: Child, signIns: SignIns): Promise<Bench> {
  const admin = await signInAdmin(child);
  const make = (number: number) =>
    makeCenter(child, admin, {
      name: `Center ${number}`,
      number,
      firstName: 'Μαρία',
      lastName: 'Παπαδοπούλου',
      phone: `+30690000000${number}`,
    });
  const [uploader, others] = [await make(1), await make(2)];
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
      const felt = await feltDuring(bench, phase, round === rounds);
      if (felt.reclaimedMs !== null) reclaimed.push(felt.reclaimedMs);
      // the first round warms caches and the compiler, and is not counted
      if (round > 0) took[phase].push(...felt.took);
    }
  const quiet = percentile99(took.quiet);
  for (const phase of ['one', 'many'] as const) {
    const ratio = percentile99(took[phase]) / quiet;
    const name = phase === 'one' ? 'from one address' : 'from 44 addresses';
    tell(
      ratio <= mostTimes,
      `sign-ins ${name}: p99 ${percentile99(took[phase]).toFixed(1)} ms against ${quiet.toFixed(1)}, ${ratio.toFixed(2)} times (${mostTimes} allowed), ${took[phase].length} against ${took.quiet.length} of them`,
    );
  }
  const longest = Math.max(...reclaimed);
  tell(
    longest <= mostReclaimMs,
    `all connections taken back within ${(longest / 1_000).toFixed(0)} s (${mostReclaimMs / 1_000} allowed)`,
  );
  const { status, seconds } = await uploaded;
  tell(
    status === 204,
    `an honest upload of ${honest.bytes / mebibyte} MiB in ${seconds.toFixed(0)} s answers ${status}`,
  );
}

function tell(isKept: boolean, text: string): void {
  console.log(`${text}: ${isKept ? 'kept' : 'EXCEEDED'}`);
  if (!isKept) process.exitCode = 1;
}

/** Times of sign-ins while an attack stands. The last one then only stops to open, and the portal is seen to take all back. */
async function feltDuring(
  { child, signIns, others, target }: Bench,
  phase: Phase,
  isLast: boolean,
): Promise<{ took: number[]; reclaimedMs: number | null }> {
  const attack = phase === 'quiet' ? null : new Attack(target, phase);
  if (attack !== null) await wait(1_500); // the connections stand
  const body = { centerId: others.centerId, password: others.password };
  const url = `${child.origin}${routes.auth.centerLogin.path}`;
  const took = await signIns.during({ url, body }, () => wait(phaseMs));
  if (attack === null) return { took, reclaimedMs: null };
  const { held, lost } = attack.state;
  console.log(`  ${phase}: ${held} connections held, ${lost} lost meanwhile`);
  if (!isLast) {
    attack.end();
    return { took, reclaimedMs: null };
  }
  const began = performance.now();
  await attack.untilLost();
  return { took, reclaimedMs: performance.now() - began };
}

/** A part of an upload that comes as a slow line brings it, however long the rounds take. */
async function slowUpload({ uploader: { client, patient } }: Bench): Promise<{ status: number; seconds: number }> {
  const path = await begun(client, honest.bytes, examFields(patient.patientId));
  const began = performance.now();
  const headers = {
    ...client.credentials('bearer'),
    'tus-resumable': '1.0.0',
    'upload-offset': '0',
    'content-type': 'application/offset+octet-stream',
    'content-length': String(honest.bytes),
  };
  const answered = Promise.withResolvers<number>();
  const sending = request(new URL(path, client.origin), { method: 'PATCH', headers, agent: false }, (response) => {
    response.resume();
    answered.resolve(response.statusCode ?? 0);
  });
  sending.on('error', answered.reject);
  const file = Buffer.concat([...sizedDicom(honest.bytes)]);
  for (let sent = 0; sent < file.length; sent += honest.bytesPerSecond / 5) {
    sending.write(file.subarray(sent, sent + honest.bytesPerSecond / 5));
    await wait(200);
  }
  sending.end();
  return { status: await answered.promise, seconds: (performance.now() - began) / 1_000 };
}

const percentile99 = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.99)] ?? Number.NaN;

if (import.meta.main) await run();
