import { indexFrames, parseHead, toDicomJson } from '@medcloud/dicom';
import {
  colorOrders,
  colorValues,
  grayFiles,
  grayValues,
  readForm,
  readStoredValues,
  uidOf,
} from '@medcloud/dicom/test/pixel-forms.ts';
import { testFile } from '@medcloud/dicom/test/test-files.ts';
import { buildZip } from '@medcloud/dicom/test/zip-builder.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { createMemoryAccess } from '../../src/domain/imaging/members/member-access.ts';
import { createImagingFixture, type ImagingFixture } from '../imaging/create-imaging-fixture.ts';
import { partsOf } from './parts.ts';

const explicitLittle = '1.2.840.10008.1.2.1';
const explicit = `application/dicom; transfer-syntax=${explicitLittle}`;
const rowsShape = z.array(z.record(z.string(), z.object({ Value: z.array(z.unknown()).default([]) }).loose()));

/** The elements of a file but for those of its encoding, and the pixels of each frame. */
async function readFile(file: Uint8Array) {
  const head = parseHead(file, true);
  if (head === undefined) throw new Error('The file has no head.');
  const ranges = await indexFrames(createMemoryAccess(file), head);
  return {
    head,
    meta: toDicomJson(head.meta),
    elements: toDicomJson(head.dataSet),
    frames: ranges.map((frame) =>
      Buffer.concat(frame.map(({ offset, length }) => file.subarray(offset, offset + length))),
    ),
  };
}

describe('instances in Explicit VR Little Endian (PS3.18 8.7.3)', () => {
  let fixture: ImagingFixture;
  let series: string;
  beforeAll(async () => {
    fixture = await createImagingFixture();
    const names = [...grayFiles.map(({ name }) => name), ...colorOrders.map((order) => `color-jpeg-ls-${order}`)];
    const archive = buildZip(names.map((name) => ({ name: `${name}.dcm`, content: readForm(name) })));
    const examId = await fixture.uploadAndIndex(Buffer.from(archive), 'forms.zip');
    series = `/dicom-web/exams/${examId}/studies/2.25.1802/series/2.25.1803`;
  });
  afterAll(() => fixture.close());

  const get = (path: string, accept: string, method = 'GET') =>
    fixture.fixtures.centerA.client.raw(method, path, { headers: { accept } });
  const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());
  const getForm = (name: string, accept = explicit) => get(`${series}/instances/${uidOf(name)}`, accept);

  /** Uploads a file and returns the address of its only instance. */
  async function upload(file: Uint8Array): Promise<string> {
    const examId = await fixture.uploadAndIndex(Buffer.from(file), 'file.dcm');
    const [row] = await fixture.rows('SELECT study_uid, series_uid FROM series WHERE exam_id = $1', [examId]);
    const address = `/dicom-web/exams/${examId}/studies/${row?.study_uid}/series/${row?.series_uid}/instances`;
    const [instance] = rowsShape.parse(await (await get(address, 'application/dicom+json')).json());
    return `${address}/${instance?.['00080018']?.Value[0]}`;
  }

  it('returns every value of every proven form, with the elements of the original', async () => {
    for (const { form, name } of grayFiles) {
      const response = await getForm(name);
      expect([name, response.status, response.headers.get('content-type')]).toEqual([name, 200, explicit]);
      const { head, elements, frames } = await readFile(await bytesOf(response));
      expect([head.transferSyntax, head.pixelData?.length, frames.length]).toEqual([
        explicitLittle,
        frames[0]?.length,
        1,
      ]);
      expect(elements, name).toEqual((await readFile(readForm(name))).elements);
      expect(readStoredValues(frames[0] ?? Buffer.alloc(0), form), name).toEqual(grayValues(form));
    }
    for (const order of colorOrders) {
      const { elements, frames } = await readFile(await bytesOf(await getForm(`color-jpeg-ls-${order}`)));
      expect([...(frames[0] ?? [])], order).toEqual(colorValues());
      expect(elements).toEqual((await readFile(readForm(`color-jpeg-ls-${order}`))).elements);
    }
  });

  it('writes its own file meta information, whose length is right', async () => {
    const file = await bytesOf(await getForm('gray-16-12-11-jpeg-2000'));
    const { meta } = await readFile(file);
    const length = file.readUInt32LE(140);
    expect(file.readUInt16LE(144 + length)).toBe(0x0008); // the first group of the data set
    expect(meta['00020010']?.Value).toEqual([explicitLittle]);
    expect(meta['00020003']?.Value).toEqual([uidOf('gray-16-12-11-jpeg-2000')]);
    expect(meta['00020013']?.Value).toEqual(['MEDCLOUD']);
  });

  it('sends a part, a series and headers alone', async () => {
    const name = 'gray-16-12-11-jpeg-2000';
    const single = await bytesOf(await getForm(name));
    const multipart = `multipart/related; type="application/dicom"; transfer-syntax=${explicitLittle}`;
    const [part] = await partsOf(await getForm(name, multipart));
    expect([part?.contentType, part?.bytes.equals(single)]).toEqual([explicit, true]);
    const parts = await partsOf(await get(series, multipart));
    expect(parts.length).toBe(grayFiles.length + colorOrders.length);
    expect(parts.some(({ bytes }) => bytes.equals(single))).toBe(true);
    const head = await get(`${series}/instances/${uidOf(name)}`, explicit, 'HEAD');
    expect(head.headers.get('content-length')).toBe(String(single.length));
    const tag = head.headers.get('etag');
    expect((await getForm(name, '*/*')).headers.get('etag')).not.toBe(tag);
  });

  it('sends it as stored if no transfer syntax is named, or any', async () => {
    const name = 'gray-16-12-11-charls';
    for (const accept of ['application/dicom', 'application/dicom; transfer-syntax=*'])
      expect((await bytesOf(await getForm(name, accept))).equals(Buffer.from(readForm(name))), accept).toBe(true);
    const other = await getForm(name, 'application/dicom; transfer-syntax=1.2.840.10008.1.2.4.90');
    expect(other.status).toBe(406);
  });

  it.each([
    'MR_small_bigendian.dcm',
    'MR_small_implicit.dcm',
    'MR_small_RLE.dcm',
    'image_dfl.dcm',
    'SC_rgb_rle_2frame.dcm',
    'SC_rgb_rle_16bit_2frame.dcm',
    'SC_rgb_rle_32bit_2frame.dcm',
    '693_J2KI.dcm',
    'liver_expb_1frame.dcm',
    'rtstruct.dcm',
    'no_meta.dcm',
    'rtplan.dcm',
  ])('returns the elements of %s, and a frame for each of its own', async (name) => {
    const original = testFile(`test_files/${name}`);
    const response = await get(await upload(original), explicit);
    expect(response.status).toBe(200);
    const { head, elements, frames } = await readFile(await bytesOf(response));
    expect([head.transferSyntax, head.isTruncated]).toEqual([explicitLittle, false]);
    expect(new Set(frames.map(({ length }) => length)).size).toBeLessThanOrEqual(1);
    const stored = parseHead(original, true);
    if (stored !== undefined) expect(elements).toEqual(toDicomJson(stored.dataSet));
  });

  it.each([
    [
      'MR_small.dcm',
      ['MR_small_expb.dcm', 'MR_small_jp2klossless.dcm', 'MR_small_jpeg_ls_lossless.dcm', 'MR_small_RLE.dcm'],
    ],
    ['rtdose.dcm', ['rtdose_expb.dcm', 'rtdose_rle.dcm']],
  ])('returns the frames of %s from %j', async (native, others) => {
    const expected = await readFile(testFile(`test_files/${native}`));
    expect(expected.frames.length).toBeGreaterThan(0);
    for (const name of others) {
      const { frames } = await readFile(
        await bytesOf(await get(await upload(testFile(`test_files/${name}`)), explicit)),
      );
      expect(frames, name).toEqual(expected.frames);
    }
  });

  it('names the colors of decoded pixels, and keeps what says that they were compressed with loss', async () => {
    const read = async (name: string) => {
      const original = testFile(`test_files/${name}`);
      const { elements } = await readFile(await bytesOf(await get(await upload(original), explicit)));
      return { elements, stored: (await readFile(original)).elements };
    };
    const { elements, stored } = await read('GDCMJ2K_TextGBR.dcm');
    const photometric = { vr: 'CS', Value: ['RGB'] };
    expect(elements).toEqual({ ...stored, '00280004': photometric });
    expect(stored['00280004']).not.toEqual(photometric);
    const lossy = await read('693_J2KI.dcm');
    expect(lossy.elements['00282110']).toEqual(lossy.stored['00282110']);
    expect(lossy.stored['00282110']).toBeDefined();
  });

  it('refuses a big-endian file that a virus scanner checked, because it saw the bytes in another order', async () => {
    const path = await upload(testFile('test_files/MR_small_bigendian.dcm'));
    expect((await get(path, explicit)).status).toBe(200);
    await fixture.rows(`UPDATE exams SET scan_state = 'clean' WHERE id = $1`, [path.split('/')[3]]);
    const refused = await get(path, explicit);
    expect([refused.status, await refused.json()]).toMatchObject([406, { code: 'not_acceptable' }]);
    expect((await get(path, 'application/dicom; transfer-syntax=*')).status).toBe(200);
  });

  it('is recorded as other retrievals, hidden from other centers, and refused for an infected exam', async () => {
    const address = await upload(testFile('test_files/MR_small_RLE.dcm'));
    const examId = address.split('/')[3];
    const events = () =>
      fixture.rows(
        `SELECT event, details - 'patientId' AS details FROM audit_events WHERE object_id = $1 AND event LIKE 'exam_download%'`,
        [examId],
      );
    expect((await get(address, explicit, 'HEAD')).status).toBe(200);
    expect(await events()).toEqual([]);
    expect((await get(address, explicit)).status).toBe(200);
    expect(await events()).toEqual([{ event: 'exam_downloaded', details: { by: 'instances' } }]);
    const { client } = fixture.fixtures.centerB;
    expect((await client.raw('GET', address, { headers: { accept: explicit } })).status).toBe(404);
    await fixture.rows(`UPDATE exams SET scan_state = 'infected', scan_findings = '[]' WHERE id = $1`, [examId]);
    fixture.advanceClock(60_000); // a recently opened series is read again
    const refused = await get(address, explicit);
    expect([refused.status, await refused.json()]).toMatchObject([409, { code: 'infected' }]);
  });

  it('rejects lossy JPEG, also of a series, with not_acceptable', async () => {
    const address = await upload(testFile('test_files/JPGExtended.dcm'));
    expect((await get(address, explicit)).status).toBe(406);
    const multipart = `multipart/related; type="application/dicom"; transfer-syntax=${explicitLittle}`;
    expect((await get(address.replace(/\/instances.*/, ''), multipart)).status).toBe(406);
    expect((await get(address, 'application/dicom')).status).toBe(200);
  });
});
