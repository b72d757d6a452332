import { readHeadFrom } from '@medcloud/dicom';
import { type GrayForm, grayValues, writeForm, writeGray } from '@medcloud/dicom/test/pixel-forms.ts';
import type { TestElement } from '@medcloud/dicom/test/write-data-set.ts';
import { describe, expect, it } from 'vitest';
import { createMemoryAccess } from '../members/member-access.ts';
import { pixelAttributesOf, type Window } from './pixel-attributes.ts';
import { renderFrame } from './render-frame.ts';

const explicitLittleEndian = '1.2.840.10008.1.2.1';
const form: GrayForm = { bitsAllocated: 16, bitsStored: 8, highBit: 7, isSigned: true };
const values = grayValues(form);

const words = (...numbers: number[]) => new Uint8Array(Uint16Array.from(numbers, (number) => number & 0xffff).buffer);
const text = (value: string) => Buffer.from(value.length % 2 === 0 ? value : `${value} `);
const lut = (tag: number, descriptor: readonly number[], entries: Uint8Array): TestElement => ({
  tag,
  vr: 'SQ',
  value: new Uint8Array(),
  items: [
    [
      { tag: 0x00283002, vr: 'SS', value: words(...descriptor) },
      { tag: 0x00283006, vr: 'OW', value: entries },
    ],
  ],
});
const modality = 0x00283000;
const voi = 0x00283010;

async function render(file: Uint8Array, window: Window | null = null) {
  const head = await readHeadFrom(createMemoryAccess(file), () => Buffer.alloc(0));
  const start = head.pixelData?.valueOffset ?? 0;
  const attributes = pixelAttributesOf(head, 1);
  return await renderFrame(file.subarray(start), attributes, explicitLittleEndian, window);
}
const renderWith = async (further: readonly TestElement[], window: Window | null = null) => [
  ...(await render(writeGray(form, 'table', { further }), window)).pixels,
];

// the first value is -100, so lower ones have its entry, and those from 100 on the last one
const first = -100;
const count = 200;
const squares = Array.from({ length: count }, (_, index) => index * index);
const squareOf = (value: number) => Math.min(Math.max(value - first, 0), count - 1) ** 2;
const fullWindow: Window = { center: 32_768, width: 65_536, shape: 'linear-exact' };

describe('lookup tables', () => {
  it('shows the values of a Modality LUT, and its ends beyond it (PS3.3 C.11.1.1)', async () => {
    const table = lut(modality, [count, first, 16], words(...squares));
    expect(await renderWith([table], fullWindow)).toEqual(
      values.map((value) => Math.round((255 * squareOf(value)) / 65_536)),
    );
  });

  it('refuses an incomplete Modality LUT, because the values are unknown without it', async () => {
    const table = lut(modality, [count, first, 16], words(...squares.slice(1)));
    await expect(renderWith([table])).rejects.toMatchObject({ code: 'unsupported' });
  });

  it('shows an image without a window by its VOI LUT, in entries of 8 bits too (PS3.3 C.11.2.1.1)', async () => {
    const shades = squares.map((square) => Math.round((255 * square) / (count - 1) ** 2));
    const expected = values.map((value) => shades[Math.min(Math.max(value - first, 0), count - 1)]);
    expect(await renderWith([lut(voi, [count, first, 8], Uint8Array.from(shades))])).toEqual(expected);
    expect(await renderWith([lut(voi, [count, first, 8], words(...shades))])).toEqual(expected);
  });

  it('prefers a window to a VOI LUT', async () => {
    const table = lut(voi, [count, first, 16], words(...squares));
    const window: Window = { center: 0, width: 256, shape: 'linear-exact' };
    expect(await renderWith([table], window)).toEqual(await renderWith([], window));
  });

  it('shows gray below a supplemental palette, and its colors from its first value on (PS3.3 C.7.6.19)', async () => {
    const palette = [0, 1, 2].flatMap((channel): TestElement[] => [
      { tag: 0x00281101 + channel, vr: 'SS', value: words(28, 100, 8) },
    ]);
    const entries = [0, 1, 2].map((channel): TestElement => {
      const value = Uint8Array.from({ length: 28 }, (_, index) => index * (channel + 1));
      return { tag: 0x00281201 + channel, vr: 'OW', value };
    });
    const pixels = new Uint8Array(Int16Array.from(values).buffer);
    const colored = (presentation: string) =>
      writeForm({
        ...form,
        name: 'supplemental',
        samples: 1,
        photometric: 'MONOCHROME2',
        before: [{ tag: 0x00089205, vr: 'CS', value: text(presentation) }],
        further: [...palette, ...entries],
        pixels: { tag: 0x7fe00010, vr: 'OW', value: pixels },
      });
    const window: Window = { center: 0, width: 256, shape: 'linear-exact' };
    const gray = await renderWith([], window);
    const expected = values.flatMap((value, place) =>
      value < 100
        ? [gray[place], gray[place], gray[place], 255]
        : [1, 2, 3].map((factor) => (value - 100) * factor).concat(255),
    );
    expect([...(await render(colored('COLOR'), window)).pixels]).toEqual(expected);
    expect([...(await render(colored('MONOCHROME'), window)).pixels]).toEqual(gray);
  });
});
