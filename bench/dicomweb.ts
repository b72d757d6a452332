import { createReadStream } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeCenter, signInAdmin, uploadExam } from '@medcloud/server/test/cast.ts';
import type { Client } from '@medcloud/server/test/client.ts';
import { openOwnPortal, type Portal } from '@medcloud/server/test/own-portal.ts';
import { ctPictures, ctVolume } from '@medcloud/server/test/phantom/ct-volume.ts';
import { persons } from '@medcloud/server/test/phantom/persons.ts';
import { zipOf } from '@medcloud/server/test/phantom/zip-of.ts';

/*
 * Claim: what DICOMweb gives out, decrypted, authorized and traced, comes at a fair share of the speed at which Node serves the
 * same bytes as plain files in the same run: a frame, an instance, a series' metadata, a whole series and an archive of it.
 * A search over a month among 20,000 studies, and one for a Greek name, take milliseconds. Orthanc is not measured beside it.
 */

const slices = 100;
const rounds = 60;
const studies = 20_000;

/** A server of plain files, the peer: no login, no keys. */
async function plainFiles(folder: string): Promise<{ origin: string; close: () => void }> {
  const server = createServer((request, response) => {
    createReadStream(join(folder, request.url?.slice(1) ?? '')).pipe(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address: AddressInfo | string | null = server.address();
  if (address === null || typeof address === 'string') throw new Error('The plain server has no port.');
  return { origin: `http://127.0.0.1:${address.port}`, close: () => server.close() };
}

interface Timed {
  medianMs: number;
  bytes: number;
}

/** The median time of calls read to their last byte. */
async function timed(times: number, ask: () => Promise<Response>): Promise<Timed> {
  const taken: number[] = [];
  let bytes = 0;
  for (let round = 0; round < times; round += 1) {
    const began = performance.now();
    const response = await ask();
    bytes = 0;
    for await (const chunk of response.body ?? []) bytes += chunk.length;
    if (!response.ok) throw new Error(`A call failed: ${response.status}`);
    taken.push(performance.now() - began);
  }
  return { medianMs: taken.toSorted((a, b) => a - b)[Math.floor(times / 2)] ?? 0, bytes };
}

function say(name: string, ours: Timed, plain: Timed): void {
  const rate = (ours.bytes / 1e6 / (ours.medianMs / 1e3)).toFixed(0);
  const share = (plain.medianMs / ours.medianMs / (plain.bytes / ours.bytes)).toFixed(2);
  console.log(
    `${name}: ${ours.medianMs.toFixed(1)} ms, ${rate} MB/s, ${share} of plain files (${plain.medianMs.toFixed(1)} ms)`,
  );
}

/** Prints each answer's time, and its share of the plain server's speed. */
export async function run(): Promise<void> {
  const { portal, close } = await openOwnPortal({ parts: { pages: false } });
  const folder = await mkdtemp(join(tmpdir(), 'medcloud-plain-'));
  const plain = await plainFiles(folder);
  try {
    await measure(portal, folder, plain.origin);
  } finally {
    plain.close();
    await close();
    await rm(folder, { recursive: true });
  }
}

async function measure(portal: Portal, folder: string, plain: string): Promise<void> {
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
  const series = await eventualSeries(query);
  const base = `/dicom-web/exams/${examId}/studies/${series.study}/series/${series.series}`;
  const [first] = files;
  if (!first) throw new Error('No file.');
  await writeFile(join(folder, 'series'), Buffer.concat(files.map(({ bytes }) => bytes)));
  await writeFile(join(folder, 'instance'), first.bytes);
  await writeFile(join(folder, 'frame'), first.bytes.subarray(-524_288));
  const ours =
    (path: string, accept = '*/*') =>
    () =>
      center.client.raw('GET', path, { headers: { accept } });
  const peer = (name: string) => () => fetch(`${plain}/${name}`);
  const uid = await firstInstance(center.client, base);
  const one = `${base}/instances/${uid}`;
  const octets = 'application/octet-stream';
  say('frame', await timed(rounds, ours(`${one}/frames/1`, octets)), await timed(rounds, peer('frame')));
  say('instance', await timed(rounds, ours(one, 'application/dicom')), await timed(rounds, peer('instance')));
  const metadata = await timed(rounds, ours(`${base}/metadata`));
  console.log(`metadata of ${slices} slices: ${metadata.medianMs.toFixed(1)} ms`);
  say('series', await timed(5, ours(base)), await timed(5, peer('series')));
  say('archive', await timed(5, ours(base, 'application/zip')), await timed(5, peer('series')));
  say('thumbnail', await timed(rounds, ours(`${base}/thumbnail`, 'image/webp')), await timed(rounds, peer('frame')));
  await fillStudies(query);
  const month = await timed(rounds, ours('/dicom-web/studies?StudyDate=20230301-20230331&limit=50'));
  console.log(`a month of ${studies} studies, 50 of them: ${month.medianMs.toFixed(1)} ms`);
  const name = await timed(
    rounds,
    ours(`/dicom-web/studies?PatientName=${encodeURIComponent('παπαδοπούλου')}&limit=50`),
  );
  console.log(`a Greek name among ${studies} studies: ${name.medianMs.toFixed(1)} ms`);
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
  await query('SELECT $1::uuid');
}
