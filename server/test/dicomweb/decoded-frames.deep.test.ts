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
import { createImagingFixture, type ImagingFixture } from '../imaging/create-imaging-fixture.ts';
import { partsOf } from './parts.ts';

const rowsShape = z.array(z.record(z.string(), z.object({ Value: z.array(z.unknown()).default([]) }).loose()));
const native = 'application/octet-stream; transfer-syntax=1.2.840.10008.1.2.1';

describe('frames as native pixels (PS3.18 8.7.3.3)', () => {
  let fixture: ImagingFixture;
  let path: string;
  beforeAll(async () => {
    fixture = await createImagingFixture();
    const names = [...grayFiles.map(({ name }) => name), ...colorOrders.map((order) => `color-jpeg-ls-${order}`)];
    const archive = buildZip(names.map((name) => ({ name: `${name}.dcm`, content: readForm(name) })));
    const examId = await fixture.uploadAndIndex(Buffer.from(archive), 'forms.zip');
    path = `/dicom-web/exams/${examId}/studies/2.25.1802/series/2.25.1803/instances`;
  });
  afterAll(() => fixture.close());

  const ask = (name: string, accept: string, frames = '1') =>
    fixture.fixtures.centerA.client.raw('GET', `${path}/${uidOf(name)}/frames/${frames}`, { headers: { accept } });
  const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());

  it('returns every value of every proven form', async () => {
    for (const { form, name } of grayFiles) {
      const response = await ask(name, 'application/octet-stream');
      expect([name, response.status, response.headers.get('content-type')]).toEqual([name, 200, native]);
      expect(readStoredValues(await bytesOf(response), form), name).toEqual(grayValues(form));
    }
    for (const order of colorOrders)
      expect([...(await bytesOf(await ask(`color-jpeg-ls-${order}`, native)))]).toEqual(colorValues());
  });

  it('returns several frames in parts, with their own tag', async () => {
    const name = 'gray-16-12-11-jpeg-2000';
    const multipart = `multipart/related; type=application/octet-stream; transfer-syntax=1.2.840.10008.1.2.1`;
    const response = await ask(name, multipart, '1,1');
    const tag = response.headers.get('etag');
    const parts = await partsOf(response);
    const single = await bytesOf(await ask(name, native));
    expect(parts.map(({ contentType, bytes }) => [contentType, bytes.equals(single)])).toEqual([
      [native, true],
      [native, true],
    ]);
    expect((await ask(name, '*/*', '1,1')).headers.get('etag')).not.toBe(tag);
  });

  it.each([
    ['image/jls', 'image/jls; transfer-syntax=1.2.840.10008.1.2.4.80'],
    ['image/jp2; transfer-syntax=1.2.840.10008.1.2.4.90', 'image/jp2; transfer-syntax=1.2.840.10008.1.2.4.90'],
    ['image/jphc', 'image/jphc; transfer-syntax=1.2.840.10008.1.2.4.201'],
    ['image/jphc; transfer-syntax="1.2.840.10008.1.2.4.202"', 'image/jphc; transfer-syntax=1.2.840.10008.1.2.4.202'],
    ['image/jpeg; transfer-syntax=1.2.840.10008.1.2.4.50', 'image/jpeg; transfer-syntax=1.2.840.10008.1.2.4.50'],
  ])('encodes them for a client that accepts only %s', async (accept, contentType) => {
    const name = 'gray-8-8-7-jpeg-lossless';
    const single = await ask(name, accept);
    expect([single.status, single.headers.get('content-type')]).toEqual([200, contentType]);
    const image = await bytesOf(single);
    const parts = await partsOf(await ask(name, `multipart/related; type=${accept}`, '1,1'));
    expect(parts.map(({ contentType: type, bytes }) => [type, bytes.equals(image)])).toEqual([
      [contentType, true],
      [contentType, true],
    ]);
    expect(single.headers.get('etag')).not.toBe((await ask(name, native)).headers.get('etag'));
  });

  it('loses nothing that the client did not name, and answers 406 to what has no such form', async () => {
    for (const [name, accept] of [
      ['gray-8-8-7-jpeg-ls', 'image/jpeg'],
      ['gray-16-12-11-jpeg-ls', 'image/jpeg; transfer-syntax=1.2.840.10008.1.2.4.50'],
      ['gray-16-8-7-signed-jpeg-ls', 'image/jp2'],
      ['gray-8-8-7-jpeg-ls', 'image/jls; transfer-syntax=1.2.840.10008.1.2.4.81'],
      ['gray-8-8-7-jpeg-ls', 'image/png'],
    ] as const)
      expect([name, accept, (await ask(name, accept)).status]).toEqual([name, accept, 406]);
  });

  it('returns them as stored if the client accepts that first, or anything', async () => {
    for (const accept of [
      'image/jls, application/octet-stream;q=0.5',
      '*/*',
      'application/octet-stream; transfer-syntax=*',
    ]) {
      const response = await ask('gray-16-12-11-charls', accept);
      const [part] = response.headers.get('content-type')?.startsWith('multipart') ? await partsOf(response) : [];
      const type = part?.contentType ?? response.headers.get('content-type');
      expect(type, accept).toContain('transfer-syntax=1.2.840.10008.1.2.4.80');
    }
  });

  it('returns RLE pixels by pixel or by plane, as the data set says, and 406 for what cannot be decoded', async () => {
    const open = async (file: Uint8Array) => {
      const examId = await fixture.uploadAndIndex(Buffer.from(file), 'file.dcm');
      const [row] = await fixture.rows('SELECT study_uid, series_uid FROM series WHERE exam_id = $1', [examId]);
      const { client } = fixture.fixtures.centerA;
      const series = `/dicom-web/exams/${examId}/studies/${row?.study_uid}/series/${row?.series_uid}`;
      const [instance] = rowsShape.parse(await (await client.raw('GET', `${series}/instances`)).json());
      const uid = instance?.['00080018']?.Value[0];
      return await client.raw('GET', `${series}/instances/${uid}/frames/1`, { headers: { accept: native } });
    };
    // red at the top, white below
    const file = Buffer.from(testFile('test_files/SC_rgb_rle.dcm'));
    const byPixel = await bytesOf(await open(file));
    const planar = file.indexOf('280006005553020000', 'hex'); // (0028,0006), US, 0
    file[planar + 8] = 1;
    const byPlane = await bytesOf(await open(file));
    expect([planar > 0, byPixel.length, byPlane.length]).toEqual([true, 30_000, 30_000]);
    expect([...byPixel.subarray(0, 6)]).toEqual([255, 0, 0, 255, 0, 0]);
    expect([byPlane.readUInt8(0), byPlane.readUInt8(1), byPlane.readUInt8(10_000)]).toEqual([255, 255, 0]);
    expect((await open(testFile('test_files/JPEG-lossy.dcm'))).status).toBe(406);
  });
});
