import { gunzipSync } from 'node:zlib';
import { testFile } from '@medcloud/dicom/test/test-files.ts';
import { writeDataSet, writeFile } from '@medcloud/dicom/test/write-data-set.ts';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { indexExam } from '../index/index-exam.ts';
import { manifestHeaderBytes, parseManifestHeader, seriesIndex } from '../index/manifest.ts';
import { createMemoryAccess } from '../members/member-access.ts';
import { RenderFault } from './render-fault.ts';
import { type RenderRequest, renderImage } from './render-image.ts';
import { middleFrame } from './render-thumbnails.ts';

const renderTestFile = (name: string, changes: Partial<RenderRequest> = {}) =>
  renderFile(testFile(`test_files/${name}`), changes);

async function renderFile(file: Uint8Array, changes: Partial<RenderRequest> = {}) {
  const original = createMemoryAccess(file);
  const { series } = await indexExam('01990000-0000-7000-8000-000000000001', original, 'dcm');
  const manifest = series[0]?.manifest ?? Buffer.alloc(0);
  const { index } = parseManifestHeader(manifest.subarray(0, manifestHeaderBytes));
  const indexJson = gunzipSync(manifest.subarray(index.start, index.end)).toString('utf8');
  const request = { format: 'webp', within: { width: 128, height: 128 }, window: null, ...changes } as const;
  const bytes = await renderImage(original, { ...middleFrame(seriesIndex.parse(JSON.parse(indexJson))), ...request });
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
  const shades = new Set(data);
  return {
    info,
    shades,
    pixel: (x: number, y: number) => [...data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3)],
  };
}

describe('renderImage', () => {
  it.each([
    'CT_small.dcm',
    'MR_small_RLE.dcm',
    'MR_small_bigendian.dcm',
    'MR_small_jp2klossless.dcm',
    'MR_small_jpeg_ls_lossless.dcm',
    'JPEG2000.dcm',
    'JPGExtended.dcm',
    'JPEG-lossy.dcm',
    '693_J2KI.dcm',
    'image_dfl.dcm',
    'no_meta.dcm',
  ])('renders %s with many shades, within the requested size', async (name) => {
    const { shades, info } = await renderTestFile(name);
    expect(shades.size).toBeGreaterThan(40);
    expect(Math.max(info.width, info.height)).toBeLessThanOrEqual(128);
  });

  it.each([
    'SC_rgb_rle.dcm',
    'SC_rgb_rle_16bit.dcm',
    'SC_rgb_rle_32bit.dcm',
    'SC_rgb_dcmtk_+eb+cy+n1.dcm',
    'SC_rgb_gdcm_KY.dcm',
    'SC_ybr_full_422_uncompressed.dcm',
  ])('renders the colors of %s: red at the top, blue in the middle, white below', async (name) => {
    const { pixel } = await renderTestFile(name);
    const expectNear = (found: number[], color: number[]) =>
      expect(Math.max(...found.map((value, place) => Math.abs(value - (color[place] ?? 0))))).toBeLessThan(40);
    expectNear(pixel(40, 3), [255, 0, 0]);
    expectNear(pixel(40, 45), [0, 0, 255]);
    expectNear(pixel(40, 95), [255, 255, 255]);
  });

  // PS3.5 8.2.1; the first four are a gray image, with and without the marker that states RGB, and with half of one
  it.each([
    ['SC_jpeg_no_color_transform_2.dcm', [246, 246, 246]],
    ['SC_jpeg_no_color_transform.dcm', [244, 244, 244]],
    ['SC_rgb_jpeg_app14_dcmd.dcm', [246, 246, 246]],
    ['SC_rgb_jpeg.dcm', [244, 244, 244]],
    ['SC_rgb_jpeg_lossy_gdcm.dcm', [254, 0, 0]],
    ['SC_rgb_jpeg_gdcm.dcm', [255, 0, 0]],
    ['SC_rgb_jpeg_dcmtk.dcm', [254, 0, 0]],
  ])('renders the colors in which the JPEG image of %s was encoded', async (name, color) => {
    const { pixel } = await renderTestFile(name, { format: 'png', within: { width: 256, height: 256 } });
    expect(pixel(40, 3)).toEqual(color);
  });

  it('applies the requested window', async () => {
    const mean = async (center: number) => {
      const { shades } = await renderTestFile('CT_small.dcm', { window: { center, width: 1, shape: 'linear' } });
      return shades.has(255) && !shades.has(0);
    };
    expect(await mean(-5_000)).toBe(true);
    expect(await mean(5_000)).toBe(false);
  });

  it.each([
    ['reportsi.dcm', 'no_pixels'],
    ['rtplan.dcm', 'no_pixels'],
    ['JPEG2000-embedded-sequence-delimiter.dcm', 'unsupported'],
  ])('rejects %s with %s', async (name, code) => {
    await expect(renderTestFile(name)).rejects.toMatchObject({ name: RenderFault.name, code });
  });

  it('rejects RLE pixels whose segments end before the frame is full', async () => {
    const file = testFile('test_files/SC_rgb_rle.dcm');
    const cut = Buffer.from(file);
    const header = cut.indexOf('feff00e0', cut.indexOf('feff00e0', 'hex') + 8, 'hex') + 8;
    cut.writeUInt32LE(cut.readUInt32LE(header + 8) - 10, header + 8); // the second segment starts earlier
    expect((await renderFile(file)).info.width).toBe(100);
    await expect(renderFile(cut)).rejects.toMatchObject({ code: 'unsupported' });
  });

  it('renders 8-bit pixels in big-endian words, whose bytes are exchanged (PS3.5 A.3)', async () => {
    const short = (tag: number, value: number) => ({ tag, vr: 'US', value: Uint8Array.of(0, value) });
    const elements = [
      { tag: 0x00280004, vr: 'CS', value: Buffer.from('MONOCHROME2 ') },
      short(0x00280010, 1),
      short(0x00280011, 4),
      short(0x00280100, 8),
      { tag: 0x7fe00010, vr: 'OW', value: Uint8Array.of(85, 0, 255, 170) },
    ];
    const file = writeFile(
      writeDataSet(elements, { isExplicitVr: true, isLittleEndian: false }),
      '1.2.840.10008.1.2.2',
    );
    const { pixel } = await renderFile(file, {
      format: 'png',
      window: { center: 127.5, width: 255, shape: 'linear-exact' },
    });
    expect([0, 1, 2, 3].map((x) => pixel(x, 0)[0])).toEqual([0, 85, 170, 255]);
  });

  it('rejects a frame of single bits that starts within a byte', async () => {
    const single = Buffer.from(testFile('test_files/liver_1frame.dcm'));
    const at = single.indexOf('280010005553', 'hex'); // (0028,0010), US; (0028,0008) goes before it
    const frames = Buffer.concat([Buffer.from('2800080049530200', 'hex'), Buffer.from('2 ')]);
    const file = Buffer.concat([single.subarray(0, at), frames, single.subarray(at)]);
    for (const tag of ['280010005553', '280011005553']) file.writeUInt16LE(255, file.indexOf(tag, 'hex') + 8);
    expect((await renderFile(file, { frame: 1 })).info.width).toBe(128);
    await expect(renderFile(file, { frame: 2 })).rejects.toMatchObject({ code: 'unsupported' });
  });

  it('renders a frame with an embedded delimiter once its width is restored', async () => {
    const file = Buffer.from(testFile('test_files/JPEG2000-embedded-sequence-delimiter.dcm'));
    // a sequence delimiter over the first four bytes after the length of SIZ (ISO 15444-1 A.5.1): 3.7 thousand million
    // columns
    const size = file.indexOf('ff4fff510029feffdde00100', 'hex');
    file.fill(0, size + 6, size + 10);
    expect((await renderFile(file)).info).toMatchObject({ width: 32, height: 128 });
  });
});
