import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { limits, routes } from '@medcloud/contract';
import { type CenterFixture, createCenter, signInAdmin } from '@medcloud/server/test/harness/fixtures.ts';
import { examOf, fieldParts, filePart, sendForm } from '@medcloud/server/test/harness/multipart.ts';
import { type ChildApp, memoryOf, startChildApp } from '@medcloud/server/test/harness/start-child-app.ts';
import { freePort } from '@medcloud/server/test/harness/start-standalone-app.ts';
import { ctVolume } from '@medcloud/server/test/phantom/ct-volume.ts';
import type { PhantomFile } from '@medcloud/server/test/phantom/exam.ts';
import { persons } from '@medcloud/server/test/phantom/persons.ts';
import { zipOf } from '@medcloud/server/test/phantom/zip-of.ts';
import { startOrthanc } from '@medcloud/server/test/services/orthanc.ts';
import type { RunningProgram } from '@medcloud/server/test/services/program.ts';
import { withInstanceNumber } from './ingest.ts';
import { measureMs, mebibyte, median, writePlain } from './upload/plain-write.ts';
import { waitUntilIdle } from './upload/wait-until-idle.ts';

/*
 * Claim (anchor 1): a ZIP of a thousand CT slices, or as many as fit the largest upload, is durable and indexed
 * (studies and series known, every member's CRC-32 and header read) at 0.5 or more of the rate of writing the same
 * bytes with an fsync in the same run. The portal's process uses less than 350 MB. For comparison, Orthanc receives the
 * same file, without encryption, authentication or audit. Each round waits for the portal's later work (frames for the
 * viewer) before the next case starts.
 */

const minRatio = 0.5;
const maxMebibytes = 350;
const rounds = 3;
const renderedSlices = 12;

/** Returns a CT with as many slices as fit an upload, at most a thousand. Twelve are rendered; each has its own UID. */
function slices(): PhantomFile[] {
  const [patient] = persons;
  if (!patient) throw new Error('The phantom has no persons.');
  const rendered = [...ctVolume({ seed: 1, patient, slices: renderedSlices })];
  const longest = Math.max(...rendered.map(({ bytes }) => bytes.length)) + 200;
  const count = Math.min(1_000, Math.floor(limits.uploadBytes / longest));
  return Array.from({ length: count }, (_, index) => index).flatMap((index) => {
    const file = rendered[index % renderedSlices];
    const name = `DICOM/CT1/IM${String(index).padStart(6, '0')}`;
    return file ? [{ ...file, name, bytes: withInstanceNumber(file.bytes, index) }] : [];
  });
}

/** Uploads the archive and waits until it is indexed. Throws if indexing failed. */
async function uploadAndIndex({ client, patient }: CenterFixture, archive: Buffer): Promise<void> {
  // Send a Content-Length, as browsers do and as Orthanc receives it: without one, HTTP frames each chunk separately.
  const parts = [...fieldParts({ patientId: patient.patientId }), filePart(archive, 'ct.zip')];
  const { id } = examOf(await sendForm(client, parts));
  for (;;) {
    const query = { patientId: patient.patientId, limit: 5 };
    const exams = await client.call(routes.center.examHistory, { query });
    const exam = exams.find((each) => each.id === id);
    if (exam?.viewable) return;
    if (exam?.viewingFault !== undefined) throw new Error(`The exam was not indexed: ${exam.viewingFault}.`);
    await wait(25);
  }
}

/**
 * Uploads the archive to Orthanc after deleting its patients, and returns the time. Orthanc indexes before it responds.
 */
async function uploadToOrthanc({ origin }: RunningProgram, archive: Buffer): Promise<number> {
  const known: unknown = await (await fetch(`${origin}/patients`)).json();
  for (const id of Array.isArray(known) ? known : [])
    await fetch(`${origin}/patients/${String(id)}`, { method: 'DELETE' });
  return await measureMs(async () => {
    const response = await fetch(`${origin}/instances`, { method: 'POST', body: new Uint8Array(archive) });
    const text = await response.text();
    if (!response.ok) throw new Error(`Orthanc rejected the archive: ${response.status} ${text.slice(0, 200)}`);
  });
}

/** Resets the kernel's record of the process's peak memory (proc(5), `clear_refs`). */
async function resetPeakMemory(pid: number): Promise<void> {
  await writeFile(`/proc/${pid}/clear_refs`, '5');
}

/** Prints rates as ratios to plain writes, medians of rounds in which all cases take turns, and the portal's memory. */
export async function run(): Promise<void> {
  const files = slices();
  const archive = Buffer.concat(await Array.fromAsync(zipOf(files)));
  const folder = await mkdtemp(join(tmpdir(), 'medcloud-durable-'));
  const orthancFolder = await mkdtemp(join(tmpdir(), 'medcloud-orthanc-'));
  const environment = {
    ADMIN_EMAIL: 'admin@medcloud.local',
    ADMIN_PASSWORD: 'the administrator’s own',
    INDEX_EXAMS: '1',
  };
  const child = await startChildApp({ folder, environment });
  const orthanc = await startOrthanc(orthancFolder, await freePort());
  console.log(
    `${files.length} slices, ${(archive.length / mebibyte).toFixed(0)} MiB; Orthanc ${orthanc === null ? 'not installed' : 'beside'}`,
  );
  try {
    await measure({ child, folder, orthanc }, archive, files.length);
  } finally {
    await orthanc?.close();
    await child.close();
    for (const each of [folder, orthancFolder]) await rm(each, { recursive: true, force: true });
  }
}

interface BenchSetup {
  child: ChildApp;
  folder: string;
  orthanc: RunningProgram | null;
}

async function measure({ child, folder, orthanc }: BenchSetup, archive: Buffer, count: number): Promise<void> {
  const plan = { name: 'Aegean Imaging', number: 1, firstName: 'Μαρία', lastName: 'Παπαδοπούλου' };
  const center = await createCenter(child, await signInAdmin(child), { ...plan, phone: '+306900000001' });
  const times: Record<'write' | 'ours' | 'orthanc', number[]> = { write: [], ours: [], orthanc: [] };
  const peaks: number[] = [];
  let afterwards = 0;
  for (let round = 0; round <= rounds; round += 1) {
    await waitUntilIdle(child.pid);
    const path = join(folder, 'plain');
    const writeMs = await measureMs(() => writePlain(path, archive));
    await rm(path);
    await resetPeakMemory(child.pid);
    const oursMs = await measureMs(() => uploadAndIndex(center, archive));
    const { peakBytes } = await memoryOf(child.pid);
    await waitUntilIdle(child.pid);
    afterwards = Math.max(afterwards, (await memoryOf(child.pid)).peakBytes);
    const orthancMs = orthanc === null ? null : await uploadToOrthanc(orthanc, archive);
    // The first round warms caches and the compiler. It is not counted.
    if (round === 0) continue;
    times.write.push(writeMs);
    times.ours.push(oursMs);
    peaks.push(peakBytes);
    if (orthancMs !== null) times.orthanc.push(orthancMs);
  }
  const writeMs = median(times.write);
  const line = (name: string, ms: number) => {
    const rates = `${((count / ms) * 1000).toFixed(0)} instances/s, ${((archive.length / ms) * 1e-3).toFixed(0)} MB/s`;
    return `${name}: ${(writeMs / ms).toFixed(2)} of write + fsync, ${rates}`;
  };
  const oursMs = median(times.ours);
  const reached = writeMs / oursMs >= minRatio ? 'reached' : 'MISSED';
  console.log(`${line('portal', oursMs)} (${minRatio} needed: ${reached})`);
  if (times.orthanc.length > 0) console.log(line('Orthanc', median(times.orthanc)));
  const peak = Math.max(...peaks) / mebibyte;
  console.log(
    `memory: ${peak.toFixed(0)} MiB at most until then (${maxMebibytes} allowed: ${peak < maxMebibytes ? 'kept' : 'EXCEEDED'}), ${(afterwards / mebibyte).toFixed(0)} while the viewer's frames were made`,
  );
}

if (import.meta.main) await run();
