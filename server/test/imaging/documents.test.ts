import { firstText, parseHead } from '@medcloud/dicom';
import { buildZip } from '@medcloud/dicom/test/zip-builder.ts';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { imagingScope } from '../../src/domain/authorization/authorize.ts';
import { sourceOf } from '../../src/domain/imaging/index/index-exam-job.ts';
import { findExamToIndex } from '../../src/domain/imaging/store.ts';
import { problemOf } from '../harness/multipart.ts';
import { createImagingFixture, type ImagingFixture } from './create-imaging-fixture.ts';
import { pdf, renderImages, sendDocument, uploadAndIndexDocument } from './document-uploads.ts';

describe('document upload', () => {
  let fixture: ImagingFixture;
  let jpeg: Buffer;
  let png: Buffer;

  beforeAll(async () => {
    fixture = await createImagingFixture();
    ({ jpeg, png } = await renderImages());
  });
  afterAll(() => fixture.close());

  const send = (bytes: Buffer, examType?: string, name?: string) => sendDocument(fixture, bytes, examType, name);
  const uploadAndIndex = (bytes: Buffer, examType?: string) => uploadAndIndexDocument(fixture, bytes, examType);
  const get = (path: string, headers: Record<string, string> = {}) =>
    fixture.fixtures.centerA.client.raw('GET', path, { headers });
  const listInstances = async (examId: string): Promise<Record<string, { Value?: unknown[] }>[]> =>
    JSON.parse(await (await get(`/dicom-web/exams/${examId}/instances`)).text());
  const textOf = (instance: Record<string, { Value?: unknown[] }> | undefined, tag: string) =>
    String(instance?.[tag]?.Value?.[0] ?? '');

  it.each([
    ['pdf', 'application/pdf', () => pdf],
    ['jpg', 'image/jpeg', () => jpeg],
    ['png', 'image/png', () => png],
  ] as const)('returns a %s with its exact bytes, as a file that browsers do not open', async (ending, type, bytes) => {
    const id = await uploadAndIndex(bytes(), ending === 'png' ? 'other' : 'blood');
    expect(await fixture.exam(id)).toMatchObject({ status: 'completed', imaging_state: 'ready', content: ending });
    const response = await get(`/api/download/${id}`);
    expect(response.headers.get('content-type')).toBe(type);
    expect(response.headers.get('content-disposition')).toBe(`attachment; filename="exam_${id}.${ending}"`);
    expect(response.headers.get('content-security-policy')).toContain('sandbox');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(Buffer.from(await response.arrayBuffer()).equals(bytes())).toBe(true);
  });

  it('shows a PDF in DICOMweb as an Encapsulated PDF with the same bytes', async () => {
    const id = await uploadAndIndex(pdf);
    const [instance] = await listInstances(id);
    expect(textOf(instance, '00080016')).toBe('1.2.840.10008.5.1.4.1.1.104.1');
    const base = `/dicom-web/exams/${id}/studies/${textOf(instance, '0020000D')}/series/${textOf(instance, '0020000E')}/instances/${textOf(instance, '00080018')}`;
    const file = Buffer.from(await (await get(base, { accept: 'application/dicom; transfer-syntax=*' })).arrayBuffer());
    expect(file.includes(pdf)).toBe(true);
    const value = await get(`${base}/bulkdata/00420011`, { accept: 'application/octet-stream' });
    expect(
      Buffer.from(await value.arrayBuffer())
        .subarray(0, pdf.length)
        .equals(pdf),
    ).toBe(true);
    expect((await get(`${base}/rendered`)).status).toBe(404);
  });

  it.each([['jpg', () => jpeg] as const, ['png', () => png] as const])(
    'converts a %s to a Secondary Capture of its pixels only, which can be rendered',
    async (kind, bytes) => {
      const id = await uploadAndIndex(bytes(), 'other');
      const exam = await fixture.app.context.db.within(imagingScope(id), (tx) => findExamToIndex(tx, id));
      if (exam === null) throw new Error('The exam is gone.');
      const { context } = fixture.app;
      const secondaryCapture = await context.objects.readBytes(sourceOf(context, exam).objectKey);
      expect(secondaryCapture.includes('Papadopoulou')).toBe(false);
      expect(bytes().includes('Papadopoulou')).toBe(kind === 'jpg');
      const head = parseHead(secondaryCapture, true);
      if (head === undefined) throw new Error('The file ends too early.');
      expect(firstText(head.dataSet, 0x00080016)).toBe('1.2.840.10008.5.1.4.1.1.7');
      const [instance] = await listInstances(id);
      // the JPEG is stored rotated, with an EXIF orientation
      expect(textOf(instance, '00280010')).toBe(kind === 'jpg' ? '64' : '40');
      const base = `/dicom-web/exams/${id}/studies/${textOf(instance, '0020000D')}/series/${textOf(instance, '0020000E')}/instances/${textOf(instance, '00080018')}`;
      const rendered = await get(`${base}/rendered`, { accept: 'image/png' });
      const { dominant } = await sharp(Buffer.from(await rendered.arrayBuffer())).stats();
      expect(dominant.b).toBeGreaterThan(dominant.r + 80);
    },
  );

  it('accepts documents only for blood tests and other exams', async () => {
    const response = await send(pdf, 'ct');
    expect(response.status).toBe(415);
    expect(problemOf(response)).toMatchObject({
      code: 'unsupported_type',
      message: 'PDF, JPEG and PNG files are accepted only for blood tests and other exams',
    });
    expect((await send(pdf, 'other')).status).toBe(201);
  });

  it('detects the type by the bytes and not by the name', async () => {
    const page = Buffer.from('<!doctype html><script>alert(1)</script>');
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>');
    for (const bytes of [page, svg, Buffer.concat([page, pdf]), Buffer.concat([Buffer.alloc(200), pdf])])
      expect((await send(bytes, 'blood', 'result.pdf')).status).toBe(415);
  });

  it('rejects a truncated, combined or oversized document with unreadable_document', async () => {
    const archive = buildZip([{ name: 'a.txt', content: 'a' }]);
    const huge = Buffer.from(png);
    huge.writeUInt32BE(100_000, 16);
    huge.writeUInt32BE(100_000, 20);
    for (const bytes of [
      pdf.subarray(0, pdf.length - 40),
      png.subarray(0, png.length - 5),
      Buffer.concat([png, Buffer.from('<html>')]),
      Buffer.concat([pdf, archive]),
      Buffer.concat([jpeg, archive]),
      huge,
    ]) {
      const response = await send(bytes);
      expect([response.status, problemOf(response).code]).toEqual([422, 'unreadable_document']);
    }
  });

  it('stores a document with damaged content for download and marks it as unreadable', async () => {
    const damaged = Buffer.from(png);
    damaged.fill(0xee, 41, damaged.length - 20);
    const id = await uploadAndIndex(damaged, 'other');
    expect(await fixture.exam(id)).toMatchObject({ status: 'needs-attention', imaging_fault: 'unreadable' });
    const response = await get(`/api/download/${id}`);
    expect(Buffer.from(await response.arrayBuffer()).equals(damaged)).toBe(true);
  });
});
