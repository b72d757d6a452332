import { crc32 } from 'node:zlib';
import { problem } from '@medcloud/contract/shapes/common';
import { readZipIndex } from '@medcloud/dicom';
import { buildZip } from '@medcloud/dicom/test/zip-builder.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMemoryAccess } from '../../src/domain/imaging/members/member-access.ts';
import type { Client } from '../harness/client.ts';
import { tinyDicom } from '../harness/tiny-dicom.ts';
import { createImagingFixture, type ImagingFixture } from '../imaging/create-imaging-fixture.ts';
import { pdf, uploadAndIndexDocument } from '../imaging/document-uploads.ts';

const name = 'Παπαδοπούλου^Μαρία';
const activePdf = Buffer.concat([pdf.subarray(0, 9), Buffer.from('\n% /JavaScript\n'), pdf.subarray(9)]);
const withPreamble = (seed: number, preamble: string) => {
  const file = tinyDicom({ patientName: name, seed });
  file.write(preamble, 0, 'latin1');
  return file;
};
const members = [
  { name: 'DICOM/I1', content: tinyDicom({ patientName: name, seed: 901 }) },
  { name: 'DICOM/I2', content: withPreamble(902, 'left by a vendor'), method: 'deflated' },
  { name: 'DICOM/I3', content: withPreamble(903, 'II*\0 a TIFF') },
  { name: 'Έγγραφα/απάντηση.pdf', content: pdf },
  { name: 'letter.pdf', content: activePdf },
  { name: 'viewer.exe', content: 'MZ\x90\0 a program' },
  { name: 'AUTORUN.INF', content: '[autorun]\nopen=viewer.exe' },
  { name: 'README.TXT', content: 'Παρακαλώ διαβάστε' },
] as const;

const codeOf = async (response: Response) => problem.parse(JSON.parse(await response.text())).code;

/** Reads a ZIP back as names and bytes, and checks that every member is stored and has its CRC-32. */
async function readZip(bytes: Buffer): Promise<Record<string, Buffer>> {
  const { entries } = await readZipIndex(createMemoryAccess(bytes));
  expect(new Set(entries.map(({ method }) => method))).toEqual(new Set(['stored']));
  return Object.fromEntries(
    entries.map((entry) => {
      const content = bytes.subarray(entry.dataOffset, entry.dataOffset + entry.size);
      expect(crc32(content)).toBe(entry.crc32);
      return [entry.name, content];
    }),
  );
}

describe('GET /api/download/{id}?content=exam', () => {
  let fixture: ImagingFixture;
  let doctor: Client;
  let center: Client;
  let examId: string;
  let zip: Buffer;

  const get = (client: Client, query: string, headers: Record<string, string> = {}, id = examId) =>
    client.raw('GET', `/api/download/${id}${query}`, { headers });
  const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());

  beforeAll(async () => {
    fixture = await createImagingFixture();
    doctor = fixture.fixtures.doctors.consent.client;
    center = fixture.fixtures.centerA.client;
    examId = await fixture.uploadAndIndex(Buffer.from(buildZip(members)), 'cd.zip');
    zip = await bytesOf(await get(doctor, '?content=exam'));
  });
  afterAll(() => fixture.close());

  it('marks what the exam carries, for its center and its doctors', async () => {
    for (const client of [center, doctor]) {
      const { exam } = JSON.parse(await (await client.raw('GET', `/api/exams/${examId}`)).text());
      expect(exam.marks).toEqual({ program: 1, script: 1, 'active-document': 1 });
    }
  });

  it('sends the DICOM files and plain documents, with preambles of zeros unless they are a TIFF header', async () => {
    const files = await readZip(zip);
    const [first, second, third, document] = members;
    expect(Object.keys(files)).toEqual([first, second, third, document].map((member) => member.name));
    expect(files[first.name]?.equals(first.content)).toBe(true);
    expect(files[second.name]?.equals(Buffer.from(second.content).fill(0, 0, 128))).toBe(true);
    expect(files[third.name]?.equals(third.content)).toBe(true);
    expect(files[document.name]?.equals(pdf)).toBe(true);
  });

  it('knows its length, and sends any range of the same bytes', async () => {
    const head = await doctor.raw('HEAD', `/api/download/${examId}?content=exam`);
    expect(head.headers.get('content-length')).toBe(String(zip.length));
    expect(head.headers.get('content-type')).toBe('application/zip');
    for (const [start, end] of [
      [0, 100],
      [1_000, 2_200],
      [2_150, 6_500],
      [zip.length - 10, zip.length],
    ] as const) {
      const response = await get(doctor, '?content=exam', { range: `bytes=${start}-${end - 1}` });
      expect(response.status).toBe(206);
      expect((await bytesOf(response)).equals(zip.subarray(start, end))).toBe(true);
    }
  });

  it('records which content was downloaded', async () => {
    await bytesOf(await get(doctor, '?confirm=yes'));
    const rows = await fixture.rows(
      `SELECT DISTINCT details ->> 'content' AS content FROM audit_events
       WHERE event = 'exam_downloaded' AND object_id = $1 ORDER BY 1`,
      [examId],
    );
    expect(rows).toEqual([{ content: 'exam' }, { content: 'original' }]);
  });

  it('sends a marked original byte for byte: to a doctor who confirms it, and to the center', async () => {
    expect(await codeOf(await get(doctor, ''))).toBe('content_unconfirmed');
    for (const [client, query] of [
      [doctor, '?confirm=yes'],
      [center, ''],
    ] as const)
      expect((await bytesOf(await get(client, query))).equals(Buffer.from(buildZip(members)))).toBe(true);
  });

  it('sends a single DICOM file and a document in an archive under their names', async () => {
    const file = withPreamble(904, 'left by a vendor');
    const id = await fixture.uploadAndIndex(file, 'scan.dcm');
    const single = await readZip(await bytesOf(await get(doctor, '?content=exam', {}, id)));
    expect(single).toEqual({ 'scan.dcm': Buffer.from(file).fill(0, 0, 128) });
    const documentId = await uploadAndIndexDocument(fixture, pdf);
    const document = await readZip(await bytesOf(await get(doctor, '?content=exam', {}, documentId)));
    expect(document).toEqual({ 'result.pdf': pdf });
  });

  it('names files by their content, and marks names that start a program, so that the original asks', async () => {
    const named = [
      ['Read me first.hta', 'Read me first.dcm'],
      ['viewer.html', 'viewer.dcm'],
      ['start.bat', 'start.dcm'],
      ['Εικόνες/viewer.exe', 'Εικόνες/viewer.dcm'],
      ['Εικόνες/VIEWER.dcm', 'Εικόνες/VIEWER (2).dcm'],
    ] as const;
    const files = named.map(([from], index) => {
      return { name: from, content: tinyDicom({ patientName: name, seed: 950 + index }) };
    });
    const archive = [...files, { name: 'letter.exe', content: pdf }];
    const id = await fixture.uploadAndIndex(Buffer.from(buildZip(archive)), 'cd.zip');
    for (const client of [doctor, center]) {
      const content = await readZip(await bytesOf(await get(client, '?content=exam', {}, id)));
      expect(Object.keys(content)).toEqual([...named.map(([, to]) => to), 'letter.pdf']);
    }
    expect(await fixture.exam(id)).toMatchObject({ marks: { program: 2, script: 3 } });
    expect(await codeOf(await get(doctor, '', {}, id))).toBe('content_unconfirmed');
  });

  it('refuses an exam that consists of an active document, and one that is not inspected', async () => {
    const id = await uploadAndIndexDocument(fixture, activePdf);
    expect(await fixture.exam(id)).toMatchObject({ marks: { 'active-document': 1 } });
    expect(await codeOf(await get(doctor, '?content=exam', {}, id))).toBe('content_unavailable');
    expect((await get(doctor, '?confirm=yes', {}, id)).status).toBe(200);
    await fixture.rows('DELETE FROM series WHERE exam_id = $1', [id]);
    await fixture.rows('DELETE FROM exam_objects WHERE exam_id = $1 AND kind = $2', [id, 'contents']);
    expect(await codeOf(await get(doctor, '?content=exam', {}, id))).toBe('content_unavailable');
  });

  it('lets no scope change what the inspection found, except that of the indexing', async () => {
    const scope = await fixture.centerA();
    const update = fixture.app.context.db.within(scope, (tx) =>
      tx.updateTable('exams').set({ marks: '{}' }).where('id', '=', examId).execute(),
    );
    await expect(update).rejects.toThrow(/by the inspection alone/);
  });
});
