import { get, type IncomingMessage } from 'node:http';
import { crc32 } from 'node:zlib';
import { routes } from '@medcloud/contract';
import { readZipIndex } from '@medcloud/dicom';
import { testFile } from '@medcloud/dicom/test/test-files.ts';
import { buildZip } from '@medcloud/dicom/test/zip-builder.ts';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { changeByCode } from '../access/change-by-code.ts';
import type { Client } from '../harness/client.ts';
import { createDoctor, phoneA, requestAndRespond } from '../harness/fixtures.ts';
import { sizedDicom } from '../harness/sized-dicom.ts';
import { waitUntil } from '../harness/wait-until.ts';
import { createImagingFixture, type ImagingFixture } from '../imaging/create-imaging-fixture.ts';
import { ctVolume } from '../phantom/ct-volume.ts';
import { persons } from '../phantom/persons.ts';
import { zipOf } from '../phantom/zip-of.ts';
import { greekFile } from './greek-file.ts';
import { partsOf } from './parts.ts';

const [patient, other] = persons;
if (!patient || !other) throw new Error('The phantom has no persons.');
const rowsShape = z.array(
  z.record(z.string(), z.object({ vr: z.string(), Value: z.array(z.unknown()).optional() }).loose()),
);
type Rows = z.infer<typeof rowsShape>;
const valuesOf = (rows: Rows, tag: string) => rows.map((row) => row[tag]?.Value?.[0]);

describe('DICOMweb', () => {
  let fixture: ImagingFixture;
  let client: Client;
  const slices = [...ctVolume({ seed: 5, patient, slices: 3 })];
  let examId: string;
  let study: string;
  let series: string;

  beforeAll(async () => {
    fixture = await createImagingFixture();
    client = fixture.fixtures.centerA.client;
    examId = await fixture.uploadAndIndex(
      Buffer.concat(await Array.fromAsync(zipOf(slices, { shouldDeflate: true }))),
      'ct.zip',
    );
    const [row] = await fixture.rows('SELECT study_uid, series_uid FROM series WHERE exam_id = $1', [examId]);
    study = String(row?.study_uid);
    series = `${study}/series/${row?.series_uid}`;
  });
  afterAll(() => fixture.close());

  const fetchRows = async (path: string, requester = client): Promise<Rows> => {
    const response = await requester.raw('GET', `/dicom-web${path}`);
    expect(response.status, path).toBe(200);
    return rowsShape.parse(await response.json());
  };
  const instances = async () => valuesOf(await fetchRows(`/studies/${series}/instances`), '00080018').map(String);
  const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());

  it.each([
    ['a single value', `StudyInstanceUID=STUDY&Modality=CT`],
    ['a list of UIDs', `StudyInstanceUID=1.2.3,STUDY`],
    ['wildcards', 'StudyDescription=CT%20*ώρακ%3Fς'],
    ['a tag for a keyword', '00081030=CT*'],
    ['a range of dates', 'StudyDate=20250301-20250331'],
    ['an open range', 'StudyDate=20250317-'],
    ['a sequence of modalities', 'ModalitiesInStudy=CT'],
    ['an attribute without a column', 'PatientSex=F&ReferringPhysicianName='],
  ])('finds a study by %s', async (_, query) => {
    expect(valuesOf(await fetchRows(`/studies?${query.replace('STUDY', study)}`), '0020000D')).toContain(study);
  });

  it.each([
    'StudyDate=20250318-',
    'StudyDate=-20250316',
    'Modality=MR',
    'StudyDescription=ct*',
    'StudyTime=03-04',
    'PatientName=Ανύπαρκτος',
  ])('does not find the study by %s', async (query) =>
    expect(valuesOf(await fetchRows(`/studies?${query}`), '0020000D')).not.toContain(study),
  );

  it.each([
    ['Παπαδοπούλου^Μαρία', false],
    ['ΠΑΠΑΔΟΠΟΥΛΟΥ*', false],
    ['papadopoulou^maria', false],
    ['*πούλου', false],
    ['μαρια παπαδ', true],
    ['papadopoylou', true],
  ])('finds a Greek name as %s (fuzzy: %s)', async (name, isFuzzy) => {
    const query = `PatientName=${encodeURIComponent(name)}${isFuzzy ? '&fuzzymatching=true' : ''}`;
    const rows = await fetchRows(`/studies?${query}`);
    const own = rows.find((row) => row['0020000D']?.Value?.[0] === study);
    expect(own?.['00100010']?.Value).toEqual([{ Alphabetic: 'Παπαδοπούλου^Μαρία' }]);
    expect(own?.['00080005']?.Value).toEqual(['ISO_IR 192']);
  });

  it('does not match a name by its beginning without a wildcard', async () => {
    expect(valuesOf(await fetchRows(`/studies?PatientName=${encodeURIComponent('Παπαδοπ')}`), '0020000D')).toEqual([]);
  });

  it('pages in a stable order and returns warnings for ignored parameters', async () => {
    const all = valuesOf(await fetchRows('/studies'), '0020000D');
    const pages: unknown[] = [];
    for (let offset = 0; offset < all.length; offset += 2)
      pages.push(...valuesOf(await fetchRows(`/studies?limit=2&offset=${offset}`), '0020000D'));
    expect(pages).toEqual(all);
    const warned = await client.raw('GET', '/dicom-web/studies?EscapeTriplet=1&SliceThickness=2&limit=1');
    expect(warned.headers.get('warning')).toBe(
      '299 medcloud "EscapeTriplet is not matched here and was ignored.", 299 medcloud "SliceThickness is not matched here and was ignored."',
    );
    expect((await client.raw('GET', '/dicom-web/studies?limit=many')).status).toBe(400);
  });

  it('lists series and instances with the attributes of includefield', async () => {
    const [row] = await fetchRows(`/studies/${study}/series`);
    expect(row).toMatchObject({ '00080060': { vr: 'CS', Value: ['CT'] }, '00201209': { vr: 'IS', Value: [3] } });
    const listed = await fetchRows(`/studies/${series}/instances?includefield=SliceThickness&InstanceNumber=2`);
    expect(listed).toHaveLength(1);
    expect(listed[0]).toMatchObject({ '00200013': { Value: [2] }, '00180050': { vr: 'DS' } });
    expect(listed[0]?.['00280030']).toBeUndefined();
    expect((await fetchRows(`/studies/${series}/instances?includefield=all`))[0]?.['00280030']).toBeDefined();
    expect(await fetchRows(`/studies/${series}/instances?limit=1&offset=1`)).toHaveLength(1);
    expect(await fetchRows(`/instances?SeriesInstanceUID=${series.split('/').at(-1)}`)).toHaveLength(3);
  });

  it.each([`STUDY`, `SERIES`])('returns all instances of %s with the uploaded bytes', async (what) => {
    const path = `/dicom-web/studies/${what === 'STUDY' ? study : series}`;
    const accept = 'multipart/related; type="application/dicom"; transfer-syntax=*';
    const response = await client.raw('GET', path, { headers: { accept } });
    const parts = await partsOf(response);
    expect(Number(response.headers.get('content-length'))).toBeGreaterThan(slices.length * 525_000);
    expect(parts.map(({ contentType }) => contentType)).toEqual(
      slices.map(() => 'application/dicom; transfer-syntax=1.2.840.10008.1.2.1'),
    );
    expect(new Set(parts.map(({ bytes }) => bytes.toString('base64')))).toEqual(
      new Set(slices.map(({ bytes }) => bytes.toString('base64'))),
    );
  });

  it.each([`STUDY`, `SERIES`])(
    'returns %s as a ZIP of stored files that can be resumed by a range request',
    async (what) => {
      const path = `/dicom-web/studies/${what === 'STUDY' ? study : series}`;
      const accept = 'application/zip';
      const full = await client.raw('GET', path, { headers: { accept } });
      expect(full.headers.get('content-type')).toBe('application/zip');
      const archive = await bytesOf(full);
      expect(archive.length).toBe(Number(full.headers.get('content-length')));
      const { entries } = await readZipIndex({
        sizeBytes: archive.length,
        read: async (start, end) => archive.subarray(start, end),
      });
      // the names follow the instance order; the members follow the upload, which differs here
      expect(entries.map(({ name }) => name)).not.toEqual(entries.map(({ name }) => name).toSorted());
      expect(entries.map(({ name, method }) => [name, method]).toSorted()).toEqual(
        slices.map((_, place) => [`S0001/I00000${place + 1}.dcm`, 'stored']),
      );
      for (const { dataOffset, size, crc32: sum } of entries) {
        const bytes = archive.subarray(dataOffset, dataOffset + size);
        expect(slices.some((slice) => slice.bytes.equals(bytes))).toBe(true);
        expect(crc32(bytes)).toBe(sum);
      }
      const count = () =>
        fixture.rows(`SELECT 1 FROM audit_events WHERE event = 'exam_downloaded' AND object_id = $1`, [examId]);
      const before = (await count()).length;
      const rest = await client.raw('GET', path, {
        headers: { accept, range: `bytes=700000-`, 'if-range': full.headers.get('etag') ?? '' },
      });
      expect(rest.status).toBe(206);
      expect((await bytesOf(rest)).equals(archive.subarray(700_000))).toBe(true);
      expect((await count()).length - before).toBe(1); // the first download was complete, so this counts as another one
    },
  );

  it('returns one instance completely, by ranges, and with the deflated bytes of its archive', async () => {
    const [uid] = await instances();
    const path = `/dicom-web/studies/${series}/instances/${uid}`;
    const accept = 'application/dicom';
    const plain = await client.raw('GET', path, { headers: { accept, 'accept-encoding': 'identity' } });
    const bytes = await bytesOf(plain);
    expect(slices.some((slice) => slice.bytes.equals(bytes))).toBe(true);
    const part = await client.raw('GET', path, {
      headers: { accept, 'accept-encoding': 'identity', range: 'bytes=1000-1999' },
    });
    expect(part.status).toBe(206);
    expect((await bytesOf(part)).equals(bytes.subarray(1_000, 2_000))).toBe(true);
    const packed = await client.raw('GET', path, { headers: { accept, 'accept-encoding': 'gzip' } });
    expect(packed.headers.get('content-encoding')).toBe('gzip');
    expect(packed.headers.get('etag')).not.toBe(plain.headers.get('etag'));
    expect((await bytesOf(packed)).equals(bytes)).toBe(true);
    const again = await client.raw('GET', path, {
      headers: { accept, 'accept-encoding': 'identity', 'if-none-match': plain.headers.get('etag') ?? '' },
    });
    expect(again.status).toBe(304);
    const jpeg = 'multipart/related; type="application/dicom"; transfer-syntax=1.2.840.10008.1.2.4.50';
    expect((await client.raw('GET', path, { headers: { accept: jpeg } })).status).toBe(406);
  });

  it.each(['application/dicom', 'application/octet-stream'])('returns 304 for the parts of %s', async (type) => {
    const end = type === 'application/dicom' ? '' : '/frames/1';
    const path = `/dicom-web/studies/${series}/instances/${(await instances())[0]}${end}`;
    const accept = `multipart/related; type="${type}"; transfer-syntax=1.2.840.10008.1.2.1`;
    const ask = (tag: string) => client.raw('GET', path, { headers: { accept, 'if-none-match': tag } });
    const tag = (await ask('"other"').then(async (full) => (await partsOf(full)) && full.headers.get('etag'))) ?? '';
    expect(tag).toMatch(/^W\/".+-parts"$/);
    expect((await ask(tag)).status).toBe(304);
  });

  it('returns the metadata of a series compressed if the client accepts gzip, or else uncompressed', async () => {
    const path = `/dicom-web/studies/${series}/metadata`;
    const plain = await client.raw('GET', path, { headers: { 'accept-encoding': 'identity' } });
    const packed = await client.raw('GET', path, { headers: { 'accept-encoding': 'gzip' } });
    const list = rowsShape.parse(await plain.json());
    expect(list).toHaveLength(3);
    expect(packed.headers.get('content-encoding')).toBe('gzip');
    expect(await packed.json()).toEqual(list);
    const [uid] = await instances();
    expect(await fetchRows(`/studies/${series}/instances/${uid}/metadata`)).toEqual([list[0]]);
    expect(await fetchRows(`/studies/${study}/metadata`)).toEqual(list);
  });

  it('returns one or several frames as stored, and rejects unknown frames and media types', async () => {
    const [uid] = await instances();
    const path = `/dicom-web/exams/${examId}/studies/${series}/instances/${uid}/frames`;
    const ask = (end: string, accept: string) => client.raw('GET', `${path}/${end}`, { headers: { accept } });
    const [part] = await partsOf(await ask('1', 'multipart/related; type=application/octet-stream; transfer-syntax=*'));
    expect(part?.contentType).toBe('application/octet-stream; transfer-syntax=1.2.840.10008.1.2.1');
    expect(slices.some(({ bytes }) => part && bytes.subarray(-512 * 512 * 2).equals(part.bytes))).toBe(true);
    expect(part && (await bytesOf(await ask('1', 'application/octet-stream'))).equals(part.bytes)).toBe(true);
    expect((await ask('2', '*/*')).status).toBe(404);
    expect((await ask('1,1', '*/*').then(partsOf)).map(({ bytes }) => bytes.length)).toEqual([524_288, 524_288]);
    expect((await ask('1', 'image/jpeg')).status).toBe(406);
    expect((await ask('0', '*/*')).status).toBe(404);
    const frameRows = () =>
      fixture.rows('SELECT 1 FROM series WHERE exam_id = $1 AND frames_object IS NOT NULL', [examId]);
    await waitUntil(async () => (await frameRows()).length > 0);
    const htj2k = await ask('1', 'image/jphc, application/octet-stream;q=0.5');
    expect(htj2k.headers.get('content-type')).toBe('image/jphc; transfer-syntax=1.2.840.10008.1.2.4.202');
    expect((await bytesOf(htj2k)).subarray(0, 4).toString('hex')).toBe('ff4fff51');
  });

  it('returns compressed frames and bulk data with the bytes of their file', async () => {
    const file = Buffer.from(testFile('test_files/JPEG2000.dcm'));
    const archive = Buffer.from(buildZip([{ name: 'IM1', content: file, method: 'deflated' }]));
    const id = await fixture.uploadAndIndex(archive, 'cd.zip');
    const [row] = await fetchRows(`/exams/${id}/instances`);
    const [studyUid, seriesUid, uid] = ['0020000D', '0020000E', '00080018'].map((tag) =>
      String(row?.[tag]?.Value?.[0]),
    );
    const path = `/dicom-web/exams/${id}/studies/${studyUid}/series/${seriesUid}/instances/${uid}`;
    const [frame] = await partsOf(await client.raw('GET', `${path}/frames/1`));
    expect(frame?.contentType).toBe('image/jp2; transfer-syntax=1.2.840.10008.1.2.4.91');
    expect(frame && file.includes(frame.bytes)).toBe(true);
    expect(frame?.bytes.subarray(0, 4).toString('hex')).toBe('ff4fff51'); // a JPEG 2000 codestream
    const [pixels] = await partsOf(await client.raw('GET', `${path}/bulkdata/7FE00010`));
    expect(frame && pixels?.bytes.equals(frame.bytes)).toBe(true);
    const native = { headers: { accept: 'application/octet-stream; transfer-syntax=1.2.840.10008.1.2.1' } };
    expect((await client.raw('GET', `${path}/bulkdata/7FE00010`, native)).status).toBe(406);
    const text = JSON.stringify(await fetchRows(`/exams/${id}/studies/${studyUid}/metadata`));
    for (const [, address] of text.matchAll(/"BulkDataURI":"([^"]+)"/g)) {
      const value = await client.raw('GET', String(address), { headers: { accept: 'application/octet-stream, */*' } });
      expect(value.status, address).toBe(200);
      expect(file.includes(await bytesOf(value)) || String(address).endsWith('7FE00010')).toBe(true);
    }
  });

  it('renders a frame in the requested window and size, and a thumbnail of each level', async () => {
    const [uid] = await instances();
    const path = `/dicom-web/studies/${series}/instances/${uid}/rendered`;
    const rendered = async (query: string, accept: string) => {
      const response = await client.raw('GET', `${path}${query}`, { headers: { accept } });
      expect(response.status).toBe(200);
      const image = sharp(await bytesOf(response));
      return { ...(await image.metadata()), mean: (await image.stats()).channels[0]?.mean ?? 0 };
    };
    expect(await rendered('', 'image/jpeg')).toMatchObject({ format: 'jpeg', width: 512, height: 512 });
    expect(await rendered('?viewport=100,50', 'image/png')).toMatchObject({ format: 'png', width: 50, height: 50 });
    const dark = await rendered('?window=3000,10,linear', 'image/png');
    const bright = await rendered('?window=-3000,10,linear', 'image/png');
    expect([Math.round(dark.mean), Math.round(bright.mean)]).toEqual([0, 255]);
    expect((await client.raw('GET', `${path}?window=1,2,sigmoid`)).status).toBe(400);
    expect((await client.raw('GET', path, { headers: { accept: 'image/gif' } })).status).toBe(406);
    for (const address of [study, series, `${series}/instances/${uid}`]) {
      const small = await client.raw('GET', `/dicom-web/studies/${address}/thumbnail`, {
        headers: { accept: 'image/webp' },
      });
      expect(small.headers.get('content-type')).toBe('image/webp');
      expect(await sharp(await bytesOf(small)).metadata()).toMatchObject({ format: 'webp', width: 256 });
    }
  });

  it('renders a study and a series as its middle image or as one part per image', async () => {
    for (const address of [study, series]) {
      const path = `/dicom-web/studies/${address}/rendered?viewport=64,64`;
      const one = await client.raw('GET', path, { headers: { accept: 'image/png' } });
      expect(await sharp(await bytesOf(one)).metadata()).toMatchObject({ format: 'png', width: 64 });
      const all = await client.raw('GET', path, { headers: { accept: 'multipart/related; type="image/jpeg"' } });
      const parts = await partsOf(all);
      expect(parts.map(({ contentType }) => contentType)).toEqual(slices.map(() => 'image/jpeg'));
      for (const { bytes } of parts)
        expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 64, height: 64 });
    }
    const path = `/dicom-web/studies/${series}/rendered`;
    expect((await client.raw('GET', path, { headers: { accept: 'video/mp4' } })).status).toBe(406);
    expect((await client.raw('GET', `/dicom-web/studies/${study}/series/1.2.3/rendered`)).status).toBe(404);
  });

  it('returns a UID of several exams from the newest exam only, and each exam at its own path', async () => {
    const twice = (seed: string) => greekFile('ISO_IR 192', Buffer.from(seed), Buffer.from('Chest'), '2.25.4242');
    const first = await fixture.uploadAndIndex(twice('First'));
    const second = await fixture.uploadAndIndex(twice('Other'));
    const name = (rows: Rows) => valuesOf(rows, '00100010');
    expect(name(await fetchRows('/studies?StudyInstanceUID=2.25.4242.1'))).toEqual([{ Alphabetic: 'Other' }]);
    expect(name(await fetchRows('/studies/2.25.4242.1/metadata'))).toEqual([{ Alphabetic: 'Other' }]);
    expect(name(await fetchRows(`/exams/${first}/studies`))).toEqual([{ Alphabetic: 'First' }]);
    expect(name(await fetchRows(`/exams/${first}/studies/2.25.4242.1/metadata`))).toEqual([{ Alphabetic: 'First' }]);
    await client.json('POST', `/api/medical-center/exams/${second}/withdraw`, { reason: 'Wrong file' });
    expect(name(await fetchRows('/studies?StudyInstanceUID=2.25.4242.1'))).toEqual([{ Alphabetic: 'First' }]);
  });

  it('writes one event when a doctor opens an exam, counts further reads, and counts it on the dashboard', async () => {
    const { consent } = fixture.fixtures.doctors;
    const own = await fixture.rows(`SELECT id FROM exams WHERE id = $1 AND is_open`, [examId]);
    expect(own).toHaveLength(1);
    const before = (await consent.client.call(routes.doctor.dashboard, {})).examsReviewed;
    for (let count = 0; count < 3; count += 1)
      await fetchRows(`/exams/${examId}/studies/${series}/metadata`, consent.client);
    const events = () =>
      fixture.rows(`SELECT event, details FROM audit_events WHERE object_id = $1 AND doctor_id = $2 ORDER BY id`, [
        examId,
        consent.id,
      ]);
    expect(await events()).toMatchObject([{ event: 'exam_viewed' }]);
    expect((await consent.client.call(routes.doctor.dashboard, {})).examsReviewed).toBe(before + 1);
    fixture.advanceClock(5 * 60_000);
    await fetchRows(`/exams/${examId}/studies/${series}/metadata`, consent.client);
    expect(await events()).toMatchObject([
      { event: 'exam_viewed' },
      { event: 'exam_viewing_ended', details: { metadata: 3 } },
      { event: 'exam_viewed' },
    ]);
  });

  it('hides exams of other types, and aborts a running response when the patient revokes the grant', async () => {
    const doctor = await createDoctor(fixture, fixture.fixtures.admin, 'cut');
    const accessToken = await requestAndRespond(fixture, doctor, phoneA, 'grant');
    const change = (examTypes: 'mri'[]) =>
      fixture.anonymous.call(routes.patientAccess.change, {
        body: { accessToken, patientId: fixture.fixtures.centerA.patient.patientId, examTypes },
      });
    await change(['mri']);
    expect(await fetchRows('/studies', doctor.client)).toEqual([]);
    expect((await doctor.client.raw('GET', `/dicom-web/studies/${study}`)).status).toBe(404);
    await changeByCode(fixture, phoneA, {
      accessToken,
      patientId: fixture.fixtures.centerA.patient.patientId,
      examTypes: ['ct'],
    });
    const id = await fixture.uploadAndIndex(Buffer.concat([...sizedDicom(48 * 1_048_576)]));
    const [row] = await fetchRows(`/exams/${id}/studies`, doctor.client);
    const uid = String(row?.['0020000D']?.Value?.[0]);
    const running = await new Promise<IncomingMessage>((resolve, reject) => {
      get(
        `${fixture.origin}/dicom-web/exams/${id}/studies/${uid}`,
        { headers: doctor.client.credentials('bearer') },
        resolve,
      ).on('error', reject);
    });
    running.pause();
    await fixture.anonymous.call(routes.patientAccess.revoke, { body: { accessToken } });
    let received = 0;
    const ended = await (async () => {
      for await (const chunk of running) received += chunk.length;
    })().then(
      () => 'whole',
      () => 'cut',
    );
    expect(ended).toBe('cut');
    expect(received).toBeLessThan(40 * 1_048_576);
  });

  it('returns 404 for an unknown path and 405 for another method', async () => {
    const unknown = await client.raw('GET', '/dicom-web/nothing');
    expect(unknown.status).toBe(404);
    expect(await unknown.json()).toMatchObject({ code: 'not_found' });
    const deleted = await client.raw('DELETE', `/dicom-web/studies/${study}`);
    expect(deleted.status).toBe(405);
    expect(deleted.headers.get('allow')).toBe('GET, HEAD');
  });
});
