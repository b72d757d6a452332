import { createReadStream } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from '@medcloud/server/test/harness/client.ts';
import { type CenterFixture, createCenter, signInAdmin, uploadExam } from '@medcloud/server/test/harness/fixtures.ts';
import {
  freePort,
  type StandaloneApp,
  startStandaloneApp,
} from '@medcloud/server/test/harness/start-standalone-app.ts';
import { ctImages, ctVolume } from '@medcloud/server/test/phantom/ct-volume.ts';
import { persons } from '@medcloud/server/test/phantom/persons.ts';
import { zipOf } from '@medcloud/server/test/phantom/zip-of.ts';
import { startNginx } from '@medcloud/server/test/services/nginx.ts';
import { startOrthanc } from '@medcloud/server/test/services/orthanc.ts';
import type { RunningProgram } from '@medcloud/server/test/services/program.ts';
import { Driver, type DriverRequest, type Timing } from './dicomweb/driver.ts';
import { formatMarks, type Marks } from './dicomweb/marks.ts';

/*
 * Claim: DICOMweb responses, which are decrypted, authorized and logged, reach a fair share of the speed at which nginx
 * (or Node if nginx is not installed) serves the same bytes as plain files in the same run. Measured: a frame, an
 * instance, a series and its archive. A series' metadata is faster than Orthanc's, if Orthanc is installed. A search
 * over a month among 20,000 studies and a search for a Greek name take milliseconds.
 */

const slices = 100;
/** Slices of the series whose metadata is requested. Their images are small because no pixel is read. */
const manySlices = 1_000;
const rounds = 60;
const studies = 20_000;

/** Starts the peer, a server of plain files without authentication and encryption: nginx if installed, else Node. */
async function plainFiles(folder: string): Promise<RunningProgram & { name: string }> {
  const nginx = await startNginx(folder, await freePort());
  if (nginx !== null) return { ...nginx, name: 'nginx' };
  const server = createServer((request, response) => {
    createReadStream(join(folder, request.url?.slice(1) ?? '')).pipe(response);
  });
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return { name: 'Node', origin: `http://127.0.0.1:${port}`, close: async () => void server.close() };
}

/** Servers that receive the same requests. Orthanc also runs without authentication and encryption. */
interface Peers {
  plain: RunningProgram & { name: string };
  orthanc: RunningProgram | null;
}

interface Comparison {
  times?: number;
  marks: Marks;
  ours: DriverRequest;
  plain?: DriverRequest;
  orthanc?: DriverRequest | undefined;
}

/**
 * Prints the response time, its rate, its share of each peer's rate, and which marks it reached. The servers take
 * turns, so other load on the machine affects all of them equally.
 */
async function compare(driver: Driver, name: string, comparison: Comparison): Promise<void> {
  const { times = rounds, marks, ours, plain, orthanc } = comparison;
  const requests = { ours, plain, orthanc };
  const timing = await measureRounds(driver, requests, times);
  const own = timing.ours;
  if (own === undefined) throw new Error('No request was sent.');
  const shareOf = (peer: Timing | undefined) =>
    peer === undefined ? null : peer.medianMs / own.medianMs / (peer.bytes / own.bytes);
  const beside = (peer: string, one: Timing | undefined) =>
    one === undefined ? [] : [`${shareOf(one)?.toFixed(2)} of ${peer} (${one.medianMs.toFixed(1)} ms)`];
  const mbPerSecond = own.bytes / 1e6 / (own.medianMs / 1e3);
  const measured = {
    ms: own.medianMs,
    firstByteMs: own.firstByteMs,
    share: shareOf(timing.plain),
    ofOrthanc: shareOf(timing.orthanc),
    mbPerSecond,
  };
  console.log(
    [
      `${name}: ${own.medianMs.toFixed(1)} ms (first byte ${own.firstByteMs.toFixed(1)})`,
      `${mbPerSecond.toFixed(0)} MB/s`,
      ...beside('plain files', timing.plain),
      ...beside('Orthanc', timing.orthanc),
      formatMarks(marks, measured),
    ].join(', '),
  );
}

type Peer = 'ours' | 'plain' | 'orthanc';

/**
 * Measures each server in turn over five rounds, after an uncounted warm-up, and returns the median of its five
 * medians.
 */
async function measureRounds(
  driver: Driver,
  requests: { readonly [P in Peer]?: DriverRequest | undefined },
  times: number,
): Promise<{ [P in Peer]?: Timing | undefined }> {
  const took: { [P in Peer]: Timing[] } = { ours: [], plain: [], orthanc: [] };
  const measureInTurn = async (often: number, record: (peer: Peer, timing: Timing) => void) => {
    for (const peer of ['ours', 'plain', 'orthanc'] as const) {
      const request = requests[peer];
      if (request !== undefined) record(peer, await driver.measure({ request, times: often, concurrency: 1 }));
    }
  };
  // Warm up: one-time reads and compilation are not part of the usual response time.
  await measureInTurn(times, () => {});
  for (let round = 0; round < 5; round += 1)
    await measureInTurn(Math.ceil(times / 5), (peer, timing) => took[peer].push(timing));
  const middle = (all: Timing[]) => all.toSorted((a, b) => a.medianMs - b.medianMs)[2];
  return { ours: middle(took.ours), plain: middle(took.plain), orthanc: middle(took.orthanc) };
}

/** Prints each response's time and its share of the peers' speed. */
export async function run(): Promise<void> {
  const { testApp, close } = await startStandaloneApp({ overrides: { hasPages: false } });
  const folder = await mkdtemp(join(tmpdir(), 'medcloud-plain-'));
  const plain = await plainFiles(folder);
  const orthanc = await startOrthanc(folder, await freePort());
  const driver = new Driver();
  console.log(`plain files by ${plain.name}; Orthanc ${orthanc === null ? 'not installed' : 'beside'}`);
  try {
    await measure(driver, testApp, folder, { plain, orthanc });
  } finally {
    await driver.close();
    await orthanc?.close();
    await plain.close();
    await close();
    await rm(folder, { recursive: true });
  }
}

/**
 * Uploads the files to Orthanc and returns a function that builds its requests. Without Orthanc it returns undefined.
 */
async function fillOrthanc(
  orthanc: RunningProgram | null,
  files: readonly { bytes: Uint8Array }[],
): Promise<PeerRequest> {
  if (orthanc === null) return () => undefined;
  for (const { bytes } of files) {
    const body = new Uint8Array(bytes);
    const response = await fetch(`${orthanc.origin}/instances`, { method: 'POST', body });
    if (!response.ok) throw new Error(`Orthanc rejected a file: ${response.status}`);
  }
  return (path, accept) => ({ url: `${orthanc.origin}/dicom-web${path}`, headers: { accept } });
}

type PeerRequest = (path: string, accept: string) => DriverRequest | undefined;

/** An exam of one series, stored in the portal and in Orthanc, and the functions that build its requests. */
interface StoredExam {
  examId: string;
  /** Paths of the series (`path`) and of its first instance (`one`). */
  path: string;
  one: string;
  ours: (path: string, accept: string) => DriverRequest;
  theirs: PeerRequest;
}

const octets = 'multipart/related; type="application/octet-stream"';
const dicom = 'multipart/related; type="application/dicom"';

async function measure(driver: Driver, testApp: StandaloneApp, folder: string, peers: Peers): Promise<void> {
  const center = await createCenter(testApp, await signInAdmin(testApp), {
    name: 'Bench',
    number: 1,
    firstName: 'Μαρία',
    lastName: 'Παπαδοπούλου',
    phone: '+306900000001',
  });
  const rendered = [...ctImages(1, 4)];
  const images = Array.from({ length: slices }, (_, place) => rendered[place % rendered.length] ?? new Uint16Array());
  const files = phantom(1, images);
  const exam = await uploadSeries(testApp, center, peers.orthanc, files);
  await measureImages(driver, exam, await plainFileRequests(folder, peers.plain, files));
  const many = phantom(
    2,
    Array.from({ length: manySlices }, () => new Uint16Array(1)),
  );
  const { ours, theirs, path } = await uploadSeries(testApp, center, peers.orthanc, many);
  const json = 'application/dicom+json';
  await compare(driver, `metadata of ${manySlices} slices`, {
    times: 15,
    marks: { ms: 150, firstByteMs: 30 },
    ours: ours(`${path}/metadata`, json),
    orthanc: theirs(`${path}/metadata`, json),
  });
  await measureSearches(driver, testApp, center, exam.examId);
}

function phantom(seed: number, images: readonly Uint16Array[]) {
  const [patient] = persons;
  if (!patient) throw new Error('The phantom has no persons.');
  return [...ctVolume({ seed, patient, slices: images.length }, images)];
}

type Files = ReturnType<typeof phantom>;

/** Writes the same bytes as plain files and returns a function that builds their requests. */
async function plainFileRequests(folder: string, { origin }: RunningProgram, files: Files) {
  const [first] = files;
  if (!first) throw new Error('No file.');
  await writeFile(join(folder, 'series'), Buffer.concat(files.map(({ bytes }) => bytes)));
  await writeFile(join(folder, 'instance'), first.bytes);
  await writeFile(join(folder, 'frame'), first.bytes.subarray(-524_288));
  return (name: 'series' | 'instance' | 'frame'): DriverRequest => ({ url: `${origin}/${name}`, headers: {} });
}

async function uploadSeries(
  testApp: StandaloneApp,
  { client, patient }: CenterFixture,
  orthanc: RunningProgram | null,
  files: Files,
): Promise<StoredExam> {
  const archive = Buffer.concat(await Array.fromAsync(zipOf(files)));
  const examId = await uploadExam(client, patient.patientId, archive);
  const { study, series } = await waitForSeries(testApp, examId, files.length === slices);
  const path = `/studies/${study}/series/${series}`;
  const root = `/dicom-web/exams/${examId}`;
  const credentials = client.credentials('bearer');
  return {
    examId,
    path,
    one: `${path}/instances/${await firstInstance(client, root + path)}`,
    ours: (seriesPath, accept) => ({
      url: `${testApp.origin}${root}${seriesPath}`,
      headers: { accept, ...credentials },
    }),
    theirs: await fillOrthanc(orthanc, files),
  };
}

type PlainFileRequests = Awaited<ReturnType<typeof plainFileRequests>>;

/*
 * The marks of a frame and an instance date from a driver that needed 0.8 ms for a plain file; Orthanc then reached
 * 0.20 and 0.25 of nginx. This driver needs 0.2 to 0.6 ms, which lowers every share, also Orthanc's. The same marks are
 * therefore also given as shares of Orthanc's speed: 0.25 / 0.20 and 0.30 / 0.25.
 */
async function measureImages(
  driver: Driver,
  { path, one, ours, theirs }: StoredExam,
  plain: PlainFileRequests,
): Promise<void> {
  const bothRequests = (requestPath: string, accept: string) => ({
    ours: ours(requestPath, accept),
    orthanc: theirs(requestPath, accept),
  });
  await compare(driver, 'frame', {
    times: 5 * rounds,
    marks: { ms: 4, share: 0.25, ofOrthanc: 1.25 },
    ...bothRequests(`${one}/frames/1`, octets),
    plain: plain('frame'),
  });
  await compare(driver, 'instance', {
    times: 5 * rounds,
    marks: { share: 0.3, ofOrthanc: 1.2 },
    ...bothRequests(one, dicom),
    plain: plain('instance'),
  });
  await compare(driver, 'series', {
    times: 10,
    marks: { mbPerSecond: 400, firstByteMs: 50 },
    ...bothRequests(path, dicom),
    plain: plain('series'),
  });
  await compare(driver, 'archive', {
    times: 10,
    marks: { mbPerSecond: 150, firstByteMs: 100 },
    ours: ours(path, 'application/zip'),
    plain: plain('series'),
  });
  await compare(driver, 'thumbnail', {
    marks: { ms: 3 },
    ours: ours(`${path}/thumbnail`, 'image/webp'),
    orthanc: theirs(`${one}/rendered?viewport=256,256`, 'image/jpeg'),
  });
}

async function measureSearches(
  driver: Driver,
  testApp: StandaloneApp,
  { client }: CenterFixture,
  examId: string,
): Promise<void> {
  await fillStudies(testApp, examId);
  const request = (filters: string): DriverRequest => ({
    url: `${testApp.origin}/dicom-web/studies?limit=50&${filters}`,
    headers: { accept: '*/*', ...client.credentials('bearer') },
  });
  await search(driver, 'a month, 50 of them,', request('StudyDate=20230301-20230331'), { alone: 10, together: 80 });
  const name = encodeURIComponent('παπαδοπούλου');
  await search(driver, 'a Greek name', request(`PatientName=${name}`), { alone: 15, together: null });
}

/** Measures a search on one connection and on 16 concurrent connections. */
async function search(
  driver: Driver,
  label: string,
  request: DriverRequest,
  marks: { alone: number; together: number | null },
): Promise<void> {
  const alone = await driver.measure({ request, times: rounds, concurrency: 1 });
  const together = await driver.measure({ request, times: 10, concurrency: 16 });
  const formatMark = (mark: number | null, { medianMs }: Timing) =>
    mark === null
      ? ''
      : ` (${formatMarks({ ms: mark }, { ms: medianMs, firstByteMs: null, share: null, ofOrthanc: null, mbPerSecond: null })})`;
  console.log(
    `${label} among ${studies} studies: ${alone.medianMs.toFixed(1)} ms${formatMark(marks.alone, alone)}, ` +
      `${together.medianMs.toFixed(1)} ms by 16 at once${formatMark(marks.together, together)}`,
  );
}

/**
 * Waits until the exam is indexed; with images also until its frames are cached, because running jobs would distort the
 * times.
 */
async function waitForSeries(
  testApp: StandaloneApp,
  examId: string,
  hasImages: boolean,
): Promise<{ study: string; series: string }> {
  const { superuser: pool } = testApp;
  for (let round = 0; round < 1_200; round += 1) {
    const { rows } = await pool.query(
      `SELECT study_uid, series_uid FROM series WHERE exam_id = $1
       AND (NOT $2 OR thumbnail_object IS NOT NULL AND frames_object IS NOT NULL)`,
      [examId, hasImages],
    );
    const [row] = rows;
    if (row) return { study: String(row.study_uid), series: String(row.series_uid) };
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('The exam was not indexed in two minutes.');
}

async function firstInstance(client: Client, base: string): Promise<string> {
  const text = await (await client.raw('GET', `${base}/instances?limit=1`)).text();
  const uid = /"00080018":\{"vr":"UI","Value":\["([\d.]+)"/.exec(text)?.[1];
  if (uid === undefined) throw new Error('The series lists no instance.');
  return uid;
}

/**
 * Inserts other studies of the same center: dates advance by a day from 2020, and one name in 400 is the one searched
 * for.
 */
async function fillStudies({ app }: StandaloneApp, examId: string): Promise<void> {
  const filler = await app.context.db.connect();
  await filler.query(
    `
    WITH made AS (INSERT INTO exams (id, center_id, patient_id, exam_type, exam_date, file_name, file_size, content, sha256, status,
        uploaded_by, imaging_state, imaging_version)
      SELECT gen_random_uuid(), center_id, patient_id, exam_type, exam_date, file_name, file_size, content, sha256, status,
        uploaded_by, imaging_state, imaging_version
      FROM exams, generate_series(1, ${studies}) WHERE id = $1 RETURNING id, center_id, patient_id)
    INSERT INTO studies (exam_id, center_id, patient_id, study_uid, study_date, patient_name_key, physician_name_key, modalities,
        series_count, instance_count, attributes)
    SELECT id, center_id, patient_id, '2.25.' || n, date '2020-01-01' + (n % 2000)::integer,
      CASE WHEN n % 400 = 0 THEN ' papadopoulou maria| papadopulu maria' ELSE ' karagiannis ' || n || '| karagianis' END,
      ' | ', ARRAY['CT'], 1, 1, '{}'
    FROM (SELECT made.*, row_number() OVER () AS n FROM made) AS made`,
    [examId],
  );
  // PostgreSQL's autovacuum does the same within a minute of such an insert.
  await filler.query('VACUUM ANALYZE');
  await filler.end();
}
