import { deflateRawSync } from 'node:zlib';
import { indexFrames, readHeadFrom } from '@medcloud/dicom';
import {
  colorOrders,
  colorValues,
  formHeight,
  formWidth,
  type GrayForm,
  gray12,
  grayFiles,
  grayValues,
  paletteColors,
  paletteForms,
  readForm,
  readStoredValues,
  writeForm,
  writeGray,
  writePalette,
} from '@medcloud/dicom/test/pixel-forms.ts';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { createMemoryAccess } from '../../members/member-access.ts';
import { type PixelAttributes, pixelAttributesOf } from '../pixel-attributes.ts';
import { renderFrame } from '../render-frame.ts';
import { decodeFrame } from './decode-frame.ts';
import { decodeNative } from './decode-native.ts';

async function readFrame(file: Uint8Array) {
  const access = createMemoryAccess(file);
  const head = await readHeadFrom(access, () => Buffer.alloc(0));
  const [ranges = []] = await indexFrames(access, head);
  const bytes = Buffer.concat(ranges.map(({ offset, length }) => file.subarray(offset, offset + length)));
  return { bytes, attributes: pixelAttributesOf(head, 1), transferSyntax: head.transferSyntax };
}

async function decode(file: Uint8Array, changes: Partial<PixelAttributes> = {}) {
  const { bytes, attributes, transferSyntax } = await readFrame(file);
  const frame = await decodeFrame(bytes, { ...attributes, ...changes }, transferSyntax);
  if (frame === null) throw new Error('The frame has no decoder.');
  return frame;
}

describe('decodeFrame', () => {
  it.each(grayFiles)('returns every value of $name', async ({ form, name }) => {
    const { pixels, attributes } = await decode(readForm(name));
    expect(readStoredValues(pixels, attributes)).toEqual(grayValues(form));
  });

  it.each(colorOrders)('returns every color of a JPEG-LS image ordered by %s', async (order) => {
    const { pixels, attributes } = await decode(readForm(`color-jpeg-ls-${order}`));
    expect([...pixels]).toEqual(colorValues());
    expect(attributes.planarConfiguration).toBe(0);
  });

  it.each(['charls', 'openjpeg'])('repeats the signs that %s encodes in the bits above', async (coding) => {
    const form = { ...gray12, isSigned: true };
    const { pixels } = await decode(readForm(`gray-16-12-11-signed-${coding}`));
    expect([...new Int16Array(Uint8Array.from(pixels).buffer)]).toEqual(grayValues(form));
  });

  it('inflates a deflated frame (PS3.5 A.4.12), but no more and no less than its size', async () => {
    const { bytes, attributes } = await readFrame(writeGray(gray12));
    const inflate = (frame: Uint8Array) => decodeFrame(deflateRawSync(frame), attributes, '1.2.840.10008.1.2.8.1');
    expect((await inflate(bytes))?.pixels).toEqual(bytes);
    for (const other of [Buffer.alloc(10_000_000), bytes.subarray(0, 100)])
      await expect(inflate(other)).rejects.toMatchObject({ code: 'unsupported' });
  });

  it.each([
    ['another size', { columns: formWidth / 2, rows: formHeight * 2 }],
    ['another number of components', { samples: 3 }],
    [
      'signed values of 8 bits, which no image proves',
      { bitsStored: 8, highBit: 7, isSigned: true },
      'gray-16-8-7-openjpeg',
    ],
    ['fewer bits allocated', { bitsAllocated: 8, bitsStored: 8, highBit: 7 }],
  ])('refuses an image whose data set says %s', async (_, changes, name = 'gray-16-12-11-jpeg-2000') => {
    await expect(decode(readForm(name), changes)).rejects.toMatchObject({ code: 'unsupported' });
  });

  it.each(['jpeg-ls', 'jpeg-2000', 'jpeg-lossless'])(
    'refuses a damaged %s image, and reads the next',
    async (coding) => {
      const name = `gray-16-12-11-${coding}`;
      const { bytes, attributes, transferSyntax } = await readFrame(readForm(name));
      const cut = bytes.subarray(0, 40);
      await expect(decodeFrame(cut, attributes, transferSyntax)).rejects.toMatchObject({ code: 'unsupported' });
      const { pixels, attributes: read } = await decode(readForm(name));
      expect(readStoredValues(pixels, read)).toEqual(grayValues(gray12));
    },
  );
});

describe('decodeFrame of lossy JPEG', () => {
  const baseline = '1.2.840.10008.1.2.4.50';
  const side = 64;
  /** Soft shades, and colors of which JPEG keeps the most. */
  const shades = (channels: 1 | 3) =>
    Uint8Array.from({ length: side * side * channels }, (_, at) => {
      const pixel = Math.floor(at / channels);
      return Math.round(128 + 100 * Math.sin(pixel / side / 10 + (at % channels)) * Math.cos((pixel % side) / 12));
    });
  const encodeJpeg = async (channels: 1 | 3, chromaSubsampling: string) =>
    await sharp(shades(channels), { raw: { width: side, height: side, channels } })
      .toColourspace(channels === 1 ? 'b-w' : 'srgb')
      .jpeg({ quality: 95, chromaSubsampling })
      .toBuffer();
  const attributesOf = async (channels: 1 | 3, photometric: string): Promise<PixelAttributes> => {
    const { attributes } = await readFrame(writeGray(gray12));
    const bits = { bitsAllocated: 8, bitsStored: 8, highBit: 7 };
    return { ...attributes, ...bits, rows: side, columns: side, samples: channels, photometric };
  };

  it.each([
    [1, 'MONOCHROME2', '4:4:4'],
    [3, 'YBR_FULL_422', '4:2:0'],
    [3, 'YBR_FULL', '4:4:4'],
  ] as const)('returns %i samples of %s in gray or RGB', async (channels, photometric, subsampling) => {
    const attributes = await attributesOf(channels, photometric);
    const frame = await decodeFrame(await encodeJpeg(channels, subsampling), attributes, baseline);
    expect(frame?.attributes.photometric).toBe(channels === 1 ? photometric : 'RGB');
    const differences = [...shades(channels)].map((value, at) => Math.abs(value - (frame?.pixels[at] ?? -255)));
    expect(Math.max(...differences)).toBeLessThan(24);
  });

  it('refuses an image of which a part is missing, although it has its end', async () => {
    const jpeg = await encodeJpeg(1, '4:4:4');
    const attributes = await attributesOf(1, 'MONOCHROME2');
    const middle = Math.floor(jpeg.length / 2);
    const damaged = Buffer.concat([jpeg.subarray(0, middle), jpeg.subarray(jpeg.length - 2)]);
    for (const photometric of ['MONOCHROME2', 'MONOCHROME1'])
      await expect(decodeFrame(damaged, { ...attributes, photometric }, baseline)).rejects.toMatchObject({
        code: 'unsupported',
      });
  });

  it('refuses indexes of colors, which lossy compression changes', async () => {
    const attributes = await attributesOf(1, 'PALETTE COLOR');
    const decoding = decodeFrame(await encodeJpeg(1, '4:4:4'), attributes, baseline);
    await expect(decoding).rejects.toMatchObject({ code: 'unsupported' });
  });
});

describe('decodeNative', () => {
  it('moves the bits of a codec that encodes the stored ones to the high bit of the data set', async () => {
    const { bytes, attributes, transferSyntax } = await readFrame(readForm('gray-16-12-11-charls'));
    const moved = { ...attributes, highBit: 15 };
    const pixels = await decodeNative(bytes, moved, transferSyntax);
    expect(readStoredValues(pixels, moved)).toEqual(grayValues(gray12));
    expect(readStoredValues(pixels, attributes)).not.toEqual(grayValues(gray12));
  });

  it('exchanges the bytes of big-endian words', async () => {
    const { bytes, attributes } = await readFrame(writeGray(gray12));
    const swapped = Buffer.from(bytes).swap16();
    const decoding = decodeNative(swapped, { ...attributes, swappedBytes: 2 }, '1.2.840.10008.1.2.2');
    expect(Buffer.from(await decoding).equals(bytes)).toBe(true);
    await expect(decodeNative(bytes.subarray(2), attributes, '1.2.840.10008.1.2.1')).rejects.toMatchObject({
      code: 'unsupported',
    });
  });
});

describe('renderFrame', () => {
  const window = { center: 2_048, width: 4_096, shape: 'linear-exact' } as const;

  it('renders a compressed frame as the same uncompressed one, with the window’s own function', async () => {
    const render = async (file: Uint8Array) => {
      const { bytes, attributes, transferSyntax } = await readFrame(file);
      return await renderFrame(bytes, attributes, transferSyntax, window);
    };
    const expected = await render(writeGray(gray12));
    expect(new Set(expected.pixels).size).toBeGreaterThan(100);
    for (const coding of ['jpeg-ls', 'jpeg-2000', 'jpeg-lossless'])
      expect(await render(readForm(`gray-16-12-11-${coding}`)), coding).toEqual(expected);
  });

  it.each([8, 10, 12, 16])('renders color of %i bits in 16', async (bitsStored) => {
    const values = colorValues();
    const most = 2 ** bitsStored - 1;
    const value = new Uint8Array(Uint16Array.from(values, (color) => Math.round((color * most) / 255)).buffer);
    const file = writeForm({
      name: 'color-16',
      samples: 3,
      photometric: 'RGB',
      bitsAllocated: 16,
      bitsStored,
      highBit: bitsStored - 1,
      isSigned: false,
      pixels: { tag: 0x7fe00010, vr: 'OW', value },
    });
    const { bytes, attributes, transferSyntax } = await readFrame(file);
    const { pixels } = await renderFrame(bytes, attributes, transferSyntax, null);
    expect([...pixels].filter((_, at) => at % 4 < 3)).toEqual(values);
  });

  it('renders two values of one stored bit in a byte', async () => {
    const form: GrayForm = { bitsAllocated: 8, bitsStored: 1, highBit: 0, isSigned: false };
    const { bytes, attributes, transferSyntax } = await readFrame(writeGray(form));
    const rendered = await renderFrame(bytes, attributes, transferSyntax, {
      center: 0.5,
      width: 1,
      shape: 'linear-exact',
    });
    expect([...rendered.pixels]).toEqual(grayValues(form).map((value) => 255 * value));
  });

  it.each([
    ['one sample in color', { photometric: 'RGB' }],
    ['an unknown photometric interpretation', { photometric: 'HSV' }],
    ['no bits allocated', { bitsAllocated: 0 }],
    ['12 bits allocated', { bitsAllocated: 12 }],
    ['more bits stored than allocated', { bitsStored: 17 }],
  ])('refuses %s', async (_, changes) => {
    const { bytes, attributes, transferSyntax } = await readFrame(writeGray(gray12));
    const rendering = renderFrame(bytes, { ...attributes, ...changes }, transferSyntax, null);
    await expect(rendering).rejects.toMatchObject({ code: 'unsupported' });
  });

  it('reads decoded color in full where the file says it is subsampled', async () => {
    const { bytes, attributes, transferSyntax } = await readFrame(readForm('color-jpeg-ls-line'));
    const render = (photometric: string) => renderFrame(bytes, { ...attributes, photometric }, transferSyntax, null);
    expect(await render('YBR_FULL_422')).toEqual(await render('YBR_FULL'));
  });

  it.each(paletteForms)('renders the colors of a palette of $pixelBits and $entryBits bits', async (form) => {
    const { bytes, attributes, transferSyntax } = await readFrame(writePalette(form));
    const { pixels, channels } = await renderFrame(bytes, attributes, transferSyntax, null);
    const colors = [...pixels].filter((_, at) => channels === 4 && at % 4 < 3);
    const differences = paletteColors(form).map((color, at) => Math.abs(color - (colors[at] ?? -255)));
    expect(Math.max(...differences)).toBeLessThanOrEqual(1);
  });

  it.each([
    [0x7fe00008, 'OF', 32],
    [0x7fe00009, 'OD', 64],
  ] as const)(
    'renders floating-point pixels of element %i from the first to the last percent',
    async (tag, vr, bits) => {
      const count = formWidth * formHeight;
      const values = Array.from({ length: count }, (_, place) => -0.25 + place / count);
      values[5] = Number.NaN;
      const value = new Uint8Array((bits === 32 ? Float32Array : Float64Array).from(values).buffer);
      const pixels = { tag, vr, value };
      const file = writeForm({
        name: 'float',
        samples: 1,
        photometric: 'MONOCHROME2',
        bitsAllocated: bits,
        bitsStored: bits,
        highBit: bits - 1,
        isSigned: false,
        pixels,
      });
      const { bytes, attributes, transferSyntax } = await readFrame(file);
      const rendered = await renderFrame(bytes, attributes, transferSyntax, null);
      const shadeAt = (share: number) => rendered.pixels[Math.floor(count * share)] ?? 0;
      expect([shadeAt(0), rendered.pixels[5], shadeAt(0.995)]).toEqual([0, 0, 255]);
      for (const share of [0.25, 0.5, 0.75]) expect(Math.abs(shadeAt(share) - 255 * share)).toBeLessThan(4);
      const half = bytes.subarray(0, bytes.length / 2);
      await expect(renderFrame(half, attributes, transferSyntax, null)).rejects.toMatchObject({ code: 'unsupported' });
    },
  );
});
