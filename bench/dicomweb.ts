import { createReadStream } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeCenter, signInAdmin, uploadExam } from '@medcloud/server/test/cast.ts';
import type { Client } from '@medcloud/server/test/client.ts';
import { startNginx } from '@medcloud/server/test/outside/nginx.ts';
import { startOrthanc } from '@medcloud/server/test/outside/orthanc.ts';
import type { RunningProgram } from '@medcloud/server/test/outside/program.ts';
import { freePort, openOwnPortal, type Portal } from '@medcloud/server/test/own-portal.ts';
import { ctPictures, ctVolume } from '@medcloud/server/test/phantom/ct-volume.ts';
import { persons } from '@medcloud/server/test/phantom/persons.ts';
import { zipOf } from '@medcloud/server/test/phantom/zip-of.ts';
import { type Ask, Driver } from './dicomweb/driver.ts';

/*
 * Claim: what DICOMweb gives out, decrypted, authorized and traced, comes at a fair share of the speed at which nginx, or Node
 * where that is not installed, serves the same bytes as plain files in the same run: a frame, an instance, a whole series and an
 * archive of it; a series' metadata come faster than Orthanc's, where that is installed. A search over a month among 20,000
 * studies, and one for a Greek name, take milliseconds.
 */

const slices = 100;
const rounds = 60;
const studies = 20_000;

/** A server of plain files, the peer: no login, no keys. nginx where it is installed, else Node. */
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

/** Who is asked the same. Orthanc has no login and no keys either. */
interface Peers {
  plain: RunningProgram & { name: string };
  orthanc: RunningProgram | null;
}

interface Compared {
  times?: number;
  ours: Ask;
  plain?: Ask;
  orthanc?: Ask | undefined;
}

/** Prints the time of an answer, its rate, and its share of each peer's rate, measured one after the other. */
async function compare(driver: Driver, name: string, compared: Compared): Promise<void> {
  const { times = rounds, ours, plain, orthanc } = compared;
  const timed = (ask: Ask) => driver.timed({ ask, times, atOnce: 1 });
  const own = await timed(ours);
  const beside = async (peer: string, ask: Ask | undefined) => {
    if (ask === undefined) return [];
    const { medianMs, bytes } = await timed(ask);
    const share = medianMs / own.medianMs / (bytes / own.bytes);
    return [`${share.toFixed(2)} of ${peer} (${medianMs.toFixed(1)} ms)`];
  };
  const shares = [...(await beside('plain files', plain)), ...(await beside('Orthanc', orthanc))];
  const rate = `${(own.bytes / 1e6 / (own.medianMs / 1e3)).toFixed(0)} MB/s`;
  console.log([`${name}: ${own.medianMs.toFixed(1)} ms`, rate, ...shares].join(', '));
}

/** Prints each answer's time, and its share of the peers' speed. */
export async function run(): Promise<void> {
  const { portal, close } = await openOwnPortal({ parts: { pages: false } });
  const folder = await mkdtemp(join(tmpdir(), 'medcloud-plain-'));
  const plain = await plainFiles(folder);
  const orthanc = await startOrthanc(folder, await freePort());
  const driver = new Driver();
  console.log(`plain files by ${plain.name}; Orthanc ${orthanc === null ? 'not installed' : 'beside'}`);
  try {
    await measure(driver, portal, folder, { plain, orthanc });
  } finally {
    await driver.close();
    await orthanc?.close();
    await plain.close();
    await close();
    await rm(folder, { recursive: true });
  }
}

/** Fills Orthanc with the files and answers how it is asked; undefined without it. */
async function besideIn(orthanc: RunningProgram | null, files: readonly { bytes: Uint8Array }[]) {
  if (orthanc === null) return () => undefined;
  for (const { bytes } of files) {
    const body = new Uint8Array(bytes);
    const response = await fetch(`${orthanc.origin}/instances`, { method: 'POST', body });
    if (!response.ok) throw new Error(`Orthanc did not take a file: ${response.status}`);
  }
  return (path: string, accept: string): Ask => ({ url: `${orthanc.origin}/dicom-web${path}`, headers: { accept } });
}

async function measure(driver: Driver, portal: Portal, folder: string, { plain, orthanc }: Peers): Promise<void> {
  const center = await makeCenter(portal, await signInAdmin(portal), {
    name: 'Bench',
    number: 1,
    firstName: 'Μαρία',
    lastName: 'Παπαδοπούλου',
    phone: '+306900000001',
  });
  const [patient] = persons;
  if (!patient) throw new Error('The phantom has no persons.');
  const painted = [...ctPictures(1, 4)];
  const pictures = Array.from({ length: slices }, (_, place) => painted[place % painted.length] ?? new Uint16Array());
  const files = [...ctVolume({ seed: 1, patient, slices }, pictures)];
  const archive = Buffer.concat(await Array.fromAsync(zipOf(files)));
  const examId = await uploadExam(center.client, center.patient.patientId, archive);
  const query = (text: string) => portal.house.portal.db.pool.query(text, [examId]);
  const { study, series } = await eventualSeries(query);
  const [first] = files;
  if (!first) throw new Error('No file.');
  await writeFile(join(folder, 'series'), Buffer.concat(files.map(({ bytes }) => bytes)));
  await writeFile(join(folder, 'instance'), first.bytes);
  await writeFile(join(folder, 'frame'), first.bytes.subarray(-524_288));
  const path = `/studies/${study}/series/${series}`;
  const root = `/dicom-web/exams/${examId}`;
  const ours = (asked: string, accept = '*/*'): Ask => ({
    url: `${portal.origin}${asked}`,
    headers: { accept, ...center.client.credentials('bearer') },
  });
  const peer = (name: string): Ask => ({ url: `${plain.origin}/${name}`, headers: {} });
  const theirs = await besideIn(orthanc, files);
  const one = `${path}/instances/${await firstInstance(center.client, root + path)}`;
  const alike = (asked: string, accept: string, theirAccept = accept) => ({
    ours: ours(root + asked, accept),
    orthanc: theirs(asked, theirAccept),
  });
  const octets = 'multipart/related; type="application/octet-stream"';
  const dicom = 'multipart/related; type="application/dicom"';
  await compare(driver, 'frame', { ...alike(`${one}/frames/1`, octets), plain: peer('frame') });
  await compare(driver, 'instance', { ...alike(one, dicom), plain: peer('instance') });
  await compare(driver, `metadata of ${slices} slices`, {
    times: 15,
    ...alike(`${path}/metadata`, 'application/dicom+json'),
  });
  await compare(driver, 'series', { times: 5, ...alike(path, dicom), plain: peer('series') });
  await compare(driver, 'archive', { times: 5, ours: ours(root + path, 'application/zip'), plain: peer('series') });
  await compare(driver, 'thumbnail', { ours: ours(`${root}${path}/thumbnail`, 'image/webp') });
  await fillStudies(query);
  // as the server does by itself within a minute of such a filling
  await portal.house.portal.db.pool.query('VACUUM ANALYZE');
  await search(driver, 'a month, 50 of them,', ours('/dicom-web/studies?StudyDate=20230301-20230331&limit=50'));
  await search(
    driver,
    'a Greek name',
    ours(`/dicom-web/studies?PatientName=${encodeURIComponent('παπαδοπούλου')}&limit=50`),
  );
}

/** A search, alone and by 16 connections at once. */
async function search(driver: Driver, what: string, ask: Ask): Promise<void> {
  const alone = await driver.timed({ ask, times: rounds, atOnce: 1 });
  const together = await driver.timed({ ask, times: 10, atOnce: 16 });
  console.log(
    `${what} among ${studies} studies: ${alone.medianMs.toFixed(1)} ms, ${together.medianMs.toFixed(1)} ms by 16 at once`,
  );
}

type Query = (text: string) => Promise<{ rows: Record<string, unknown>[] }>;

/** Waits until the exam is prepared to the end, frames included: what runs beside would be measured too. */
async function eventualSeries(query: Query): Promise<{ study: string; series: string }> {
  for (let round = 0; round < 600; round += 1) {
    const { rows } = await query(
      'SELECT study_uid, series_uid FROM series WHERE exam_id = $1 AND thumbnail_object IS NOT NULL AND frames_object IS NOT NULL',
    );
    const [row] = rows;
    if (row) return { study: String(row.study_uid), series: String(row.series_uid) };
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('The exam was not prepared in a minute.');
}

async function firstInstance(client: Client, base: string): Promise<string> {
  const text = await (await client.raw('GET', `${base}/instances?limit=1`)).text();
  const uid = /"00080018":\{"vr":"UI","Value":\["([\d.]+)"/.exec(text)?.[1];
  if (uid === undefined) throw new Error('The series lists no instance.');
  return uid;
}

/** Other studies of the same center: a day each in turn from 2020 on, one name in 400 the one that is looked for. */
async function fillStudies(query: Query): Promise<void> {
  await query(`
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
    FROM (SELECT made.*, row_number() OVER () AS n FROM made) AS made`);
}
