import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { routes } from '@medcloud/contract';
import {
  type CenterFixture,
  createCenter,
  type DoctorFixture,
  requestAndRespond,
  signInAdmin,
  uploadExam,
} from '@medcloud/server/test/harness/fixtures.ts';
import { freePort } from '@medcloud/server/test/harness/start-standalone-app.ts';
import { ctVolume } from '@medcloud/server/test/phantom/ct-volume.ts';
import type { PhantomFile } from '@medcloud/server/test/phantom/exam.ts';
import { type Person, persons } from '@medcloud/server/test/phantom/persons.ts';
import { zipOf } from '@medcloud/server/test/phantom/zip-of.ts';
import { startNginx } from '@medcloud/server/test/services/nginx.ts';
import { startOrthanc } from '@medcloud/server/test/services/orthanc.ts';
import type { RunningProgram } from '@medcloud/server/test/services/program.ts';
import { ClientDriver, type DriverTiming } from './clients/driver.ts';
import { waitForSeries } from './clients/find-series.ts';
import { withInstanceNumber } from './ingest.ts';
import { waitUntilIdle } from './upload/wait-until-idle.ts';
import { createBenchDoctor } from './versions/create-doctor.ts';
import { type Program, startProgram } from './versions/start-program.ts';

/*
 * Claim: any client gets single instances, frames, metadata and rendered images about as fast as from Orthanc (same files, no
 * authentication, no encryption), on 1, 4 and 16 connections. The driver is a process of its own. It asks for each slice
 * once (cold) and then once more (seen before). Prints requests per second, p50 and p99, the processor time per request
 * of portal and database, and the ratio to Orthanc and to nginx with the same bytes as plain files. `RESOURCE=frame`
 * measures only that resource.
 */

const phone = '+306900000001';
const connectionCounts = [1, 4, 16] as const;
const renderedSlices = 12;
const seriesSlices = 300;
const seriesRounds = 5;

/** Smallest shares of Orthanc's rate, cold on 1, 4 and 16 connections, and when seen before. */
interface Goals {
  cold: readonly [number, number, number];
  warm?: number;
}

/** A resource of a single instance. */
interface Resource {
  name: string;
  /** Slices requested on each number of connections. */
  slices: number;
  accept: string;
  pathOf: (instancePath: string) => string;
  /** The bytes that nginx sends for comparison. */
  plainBytes?: (file: Buffer) => Buffer;
  goals: Goals;
}

const pixelBytes = 524_288;
const resources: readonly Resource[] = [
  {
    name: 'instance',
    slices: 300,
    accept: 'multipart/related; type="application/dicom"; transfer-syntax=*',
    pathOf: (path) => path,
    plainBytes: (file) => file,
    goals: { cold: [0.9, 0.8, 0.8] },
  },
  {
    name: 'frame',
    slices: 300,
    accept: 'multipart/related; type="application/octet-stream"',
    pathOf: (path) => `${path}/frames/1`,
    plainBytes: (file) => file.subarray(-pixelBytes),
    goals: { cold: [0.9, 0.8, 0.8] },
  },
  {
    name: 'metadata',
    slices: 300,
    accept: 'application/dicom+json',
    pathOf: (path) => `${path}/metadata`,
    goals: { cold: [1, 1, 1] },
  },
  {
    name: 'rendered',
    slices: 100,
    accept: 'image/jpeg',
    pathOf: (path) => `${path}/rendered`,
    goals: { cold: [0.8, 0.8, 0.8], warm: 3 },
  },
  {
    name: 'thumbnail of 128 pixels',
    slices: 100,
    accept: 'image/jpeg',
    pathOf: (path) => `${path}/rendered?viewport=128,128`,
    goals: { cold: [0.8, 0.8, 0.8], warm: 3 },
  },
];

/** A server with its function that turns a DICOMweb path into a URL. */
interface Side {
  name: 'portal' | 'Orthanc' | 'nginx';
  headers: Readonly<Record<string, string>>;
  urlOf: (path: string) => string;
}

interface Setup {
  program: Program;
  orthanc: RunningProgram | null;
  nginx: RunningProgram | null;
  center: CenterFixture;
  patientId: string;
  doctor: DoctorFixture;
  driver: ClientDriver;
  plainFolder: string;
}

/** One uploaded series: its DICOMweb path, its slices, and its exam in the portal. */
interface StoredSeries {
  examId: string;
  path: string;
  instances: readonly { uid: string; bytes: Buffer }[];
}

export async function run(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'medcloud-clients-'));
  const [orthancFolder, plainFolder] = [join(folder, 'orthanc'), join(folder, 'plain')];
  for (const each of [orthancFolder, plainFolder]) await mkdir(each);
  const program = await startProgram(process.cwd());
  const orthanc = await startOrthanc(orthancFolder, await freePort());
  const nginx = await startNginx(plainFolder, await freePort());
  const driver = new ClientDriver();
  console.log(
    `Orthanc ${orthanc === null ? 'not installed' : 'beside'}, nginx ${nginx === null ? 'not installed' : 'beside'}`,
  );
  try {
    const admin = await signInAdmin(program);
    const { givenName: firstName, surname: lastName, birthDate: dateOfBirth, sex: gender } = getPatient();
    const plan = { name: 'Bench', number: 1, firstName, lastName, phone: '+306900000099' };
    const center = await createCenter(program, admin, plan);
    const body = { firstName, lastName, dateOfBirth, gender, phone };
    const { patientId } = await center.client.call(routes.center.registerPatient, { body });
    const doctor = await createBenchDoctor(program, admin);
    await requestAndRespond(program, doctor, phone, 'grant');
    const setup = { program, orthanc, nginx, center, patientId, doctor, driver, plainFolder };
    const only = process.env.RESOURCE;
    for (const [index, resource] of resources.entries())
      if (only === undefined || only === resource.name) await compareResource(setup, resource, index + 1);
    if (only === undefined) await compareSeries(setup, resources.length + 1);
  } finally {
    await driver.close();
    await nginx?.close();
    await orthanc?.close();
    await program.close();
    await rm(folder, { recursive: true, force: true });
  }
}

function getPatient(): Person {
  const [person] = persons;
  if (person === undefined) throw new Error('The phantom has no persons.');
  return person;
}

/** Returns slices of one series. Only a few are rendered; each has its own UID. */
function createSlices(seed: number, count: number): PhantomFile[] {
  const rendered = [...ctVolume({ seed, patient: getPatient(), slices: renderedSlices })];
  return Array.from({ length: count }, (_, index) => index).flatMap((index) => {
    const file = rendered[index % renderedSlices];
    const name = `DICOM/CT1/IM${String(index).padStart(6, '0')}`;
    return file ? [{ ...file, name, bytes: withInstanceNumber(file.bytes, index) }] : [];
  });
}

/** Returns the file's SOP Instance UID (0008,0018), explicit VR little endian. */
function uidOf(bytes: Buffer): string {
  const start = bytes.indexOf(Buffer.from([0x08, 0x00, 0x18, 0x00]));
  return bytes.toString('latin1', start + 8, start + 8 + bytes.readUInt16LE(start + 6)).replace(/\0$/, '');
}

/** Stores a new series in portal, Orthanc and nginx's folder, and waits until the portal's later work has ended. */
async function storeSeries(setup: Setup, seed: number, count: number): Promise<StoredSeries> {
  const { program, orthanc, center, patientId } = setup;
  const files = createSlices(seed, count);
  const archive = Buffer.concat(await Array.fromAsync(zipOf(files)));
  const examId = await uploadExam(center.client, patientId, archive);
  const { path } = await waitForSeries(center.client, examId);
  for (const { bytes } of files) {
    if (orthanc === null) break;
    const response = await fetch(`${orthanc.origin}/instances`, { method: 'POST', body: new Uint8Array(bytes) });
    if (!response.ok) throw new Error(`Orthanc rejected a file: ${response.status}`);
  }
  await waitUntilIdle(program.pid);
  return { examId, path, instances: files.map(({ bytes }) => ({ uid: uidOf(bytes), bytes })) };
}

/** Signs the doctor in again, because a session may send 600 requests a minute, and returns the servers in turn. */
async function sidesOf(
  setup: Setup,
  { examId }: StoredSeries,
  accept: string,
  hasPlainFiles: boolean,
): Promise<Side[]> {
  const { program, orthanc, nginx, doctor } = setup;
  await doctor.client.signIn(routes.auth.doctorLogin.path, { email: doctor.email, password: doctor.password });
  const headers = { accept, ...doctor.client.credentials('bearer') };
  return [
    { name: 'portal', headers, urlOf: (path) => `${program.origin}/dicom-web/exams/${examId}${path}` },
    ...(orthanc === null
      ? []
      : [
          {
            name: 'Orthanc' as const,
            headers: { accept },
            urlOf: (path: string) => `${orthanc.origin}/dicom-web${path}`,
          },
        ]),
    ...(nginx === null || !hasPlainFiles
      ? []
      : [
          {
            name: 'nginx' as const,
            headers: {},
            urlOf: (path: string) => `${nginx.origin}/${path.replaceAll('/', '_')}`,
          },
        ]),
  ];
}

async function compareResource(setup: Setup, resource: Resource, seed: number): Promise<void> {
  const { slices, accept, pathOf, plainBytes, goals } = resource;
  const series = await storeSeries(setup, seed, slices * connectionCounts.length);
  const paths = series.instances.map(({ uid }) => pathOf(`${series.path}/instances/${uid}`));
  for (const [index, path] of paths.entries()) {
    const bytes = series.instances[index]?.bytes;
    if (bytes && plainBytes) await writeFile(join(setup.plainFolder, path.replaceAll('/', '_')), plainBytes(bytes));
  }
  for (const [index, connections] of connectionCounts.entries()) {
    const part = paths.slice(index * slices, (index + 1) * slices);
    for (const pass of ['cold', 'seen'] as const) {
      const sides = await sidesOf(setup, series, accept, plainBytes !== undefined);
      const goal = pass === 'cold' ? goals.cold[index] : goals.warm;
      await compare(setup, `${resource.name}, ${pass}, ${connections} connections`, {
        sides,
        paths: part,
        connections,
        goal,
      });
    }
  }
}

interface Comparison {
  sides: readonly Side[];
  paths: readonly string[];
  connections: number;
  goal: number | undefined;
}

/** Sends the requests to each server in turn and prints the rates, the ratios and the portal's processor time. */
async function compare(
  { program, driver }: Setup,
  label: string,
  { sides, paths, connections, goal }: Comparison,
): Promise<void> {
  const rates = new Map<Side['name'], number>();
  const texts: string[] = [];
  for (const { name, headers, urlOf } of sides) {
    const before = await program.processorMs();
    const timing = await driver.send({ urls: paths.map(urlOf), headers, connections });
    const after = await program.processorMs();
    const perSecond = (paths.length / timing.tookMs) * 1_000;
    rates.set(name, perSecond);
    const [p50, p99] = [0.5, 0.99].map((share) => quantile(timing, share));
    const each = (key: 'portal' | 'database') => ((after[key] - before[key]) / paths.length).toFixed(2);
    const processor = name === 'portal' ? `, processor ${each('portal')} + ${each('database')} ms` : '';
    texts.push(`${name} ${perSecond.toFixed(0)}/s (p50 ${p50?.toFixed(1)}, p99 ${p99?.toFixed(1)} ms${processor})`);
  }
  console.log(`${label}: ${texts.join('; ')}${formatRatios(rates, goal)}`);
}

function formatRatios(rates: ReadonlyMap<Side['name'], number>, goal: number | undefined): string {
  const ours = rates.get('portal') ?? 0;
  return (['Orthanc', 'nginx'] as const)
    .flatMap((peer) => {
      const theirs = rates.get(peer);
      if (theirs === undefined) return [];
      const ratio = ours / theirs;
      const verdict =
        goal === undefined || peer === 'nginx' ? '' : ` (${goal}: ${ratio >= goal ? 'reached' : 'MISSED'})`;
      return [`; ${ratio.toFixed(2)} of ${peer}${verdict}`];
    })
    .join('');
}

function quantile({ eachMs }: DriverTiming, share: number): number {
  const sorted = eachMs.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** Compares a whole series in one response, and its metadata. */
async function compareSeries(setup: Setup, seed: number): Promise<void> {
  const series = await storeSeries(setup, seed, seriesSlices);
  const cases = [
    { label: `series of ${seriesSlices} slices`, accept: resources[0]?.accept ?? '', path: series.path, goal: 0.7 },
    {
      label: `metadata of ${seriesSlices} slices`,
      accept: 'application/dicom+json',
      path: `${series.path}/metadata`,
      goal: 1,
    },
  ];
  for (const { label, accept, path, goal } of cases) {
    for (const [pass, rounds] of [
      ['cold', 1],
      ['seen', seriesRounds],
    ] as const) {
      const sides = await sidesOf(setup, series, accept, false);
      const paths = Array.from({ length: rounds }, () => path);
      await compare(setup, `${label}, ${pass}`, { sides, paths, connections: 1, goal });
    }
  }
}

if (import.meta.main) await run();
