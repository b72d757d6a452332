import { expect, it } from 'vitest';
import { isReadable, isWithinStoredBits } from './is-readable.ts';

const explicitLittle = '1.2.840.10008.1.2.1';
const set = (changes: Record<string, unknown> = {}) => ({
  '00280002': { vr: 'US', Value: [1] },
  '00280004': { vr: 'CS', Value: ['MONOCHROME2'] },
  '00280010': { vr: 'US', Value: [2] },
  '00280011': { vr: 'US', Value: [2] },
  '00280100': { vr: 'US', Value: [16] },
  '00280101': { vr: 'US', Value: [12] },
  '00280102': { vr: 'US', Value: [11] },
  '00280103': { vr: 'US', Value: [0] },
  ...changes,
});
const frame = (transferSyntax: string) => ({ bytes: new Uint8Array(8), transferSyntax });

it('leaves floating-point pixels, missing palettes and unknown images to the server', () => {
  const palette = { '00280004': { vr: 'CS', Value: ['PALETTE COLOR'] } };
  expect(isReadable(set(), frame(explicitLittle))).toBe(true);
  expect(isReadable(set({ '7FE00008': { vr: 'OF' } }), frame(explicitLittle))).toBe(false);
  expect(isReadable(set(palette), frame(explicitLittle))).toBe(false);
  expect(isReadable(set({ '00280100': undefined }), frame(explicitLittle))).toBe(false);
  expect(isReadable(set(), frame('1.2.840.10008.1.2.4.90'))).toBe(false);
});

it('leaves incomplete frames and unusual encodings of native pixels to the server', () => {
  const native = (bytes: number, transferSyntax = explicitLittle) => ({ bytes: new Uint8Array(bytes), transferSyntax });
  expect(isReadable(set(), native(7))).toBe(false);
  expect(isReadable(set(), frame('1.2.840.10008.1.2.2'))).toBe(true);
  const eightBits = set({
    '00280100': { vr: 'US', Value: [8] },
    '00280101': { vr: 'US', Value: [8] },
    '00280102': { vr: 'US', Value: [7] },
  });
  expect(isReadable(eightBits, native(4))).toBe(true);
  // words of two exchanged bytes
  expect(isReadable(eightBits, native(4, '1.2.840.10008.1.2.2'))).toBe(false);
  expect(isReadable(set(), frame('1.2.840.113619.5.2'))).toBe(false);
});

it('leaves RLE frames whose segments end early to the server', () => {
  const rle = (...segments: readonly number[][]) => {
    const header = new Uint32Array(16);
    header.set([2, 64, 64 + (segments[0]?.length ?? 0)]);
    const bytes = Uint8Array.from([...new Uint8Array(header.buffer), ...segments.flat()]);
    return { bytes, transferSyntax: '1.2.840.10008.1.2.5' };
  };
  const run = [253, 7]; // four times
  expect(isReadable(set(), rle(run, run))).toBe(true);
  expect(isReadable(set(), rle(run, [128, 3, 1, 2, 3, 4]))).toBe(true);
  expect(isReadable(set(), rle(run, [254, 7]))).toBe(false);
  expect(isReadable(set(), rle(run, [3, 1, 2, 3]))).toBe(false);
  expect(isReadable(set(), { ...rle(run, run), bytes: new Uint8Array(20) })).toBe(false);
});

it('leaves values of a Modality LUT and supplemental palettes to the server', () => {
  const colored = { '00089205': { vr: 'CS', Value: ['COLOR'] } };
  const palette = { '00281101': { vr: 'US', Value: [10, 0, 8] } };
  expect(isReadable(set({ '00283000': { vr: 'SQ', Value: [] } }), frame(explicitLittle))).toBe(false);
  expect(isReadable(set(colored), frame(explicitLittle))).toBe(true);
  expect(isReadable(set(palette), frame(explicitLittle))).toBe(true);
  expect(isReadable(set({ ...colored, ...palette }), frame(explicitLittle))).toBe(false);
});

it('accepts decoded values only within the stored bits', () => {
  const isWithin = (
    attributes: ReturnType<typeof set>,
    [low, high]: readonly [number, number],
    slope = 1,
    intercept = 0,
  ) =>
    isWithinStoredBits(attributes, {
      minPixelValue: low,
      maxPixelValue: high,
      preScale: { scaled: true, scalingParameters: { rescaleSlope: slope, rescaleIntercept: intercept } },
    });
  expect(isWithin(set(), [-1024, 3071], 1, -1024)).toBe(true);
  expect(isWithin(set(), [-1024, 31_744], 1, -1024)).toBe(false);
  const signed = set({ '00280103': { vr: 'US', Value: [1] } });
  expect(isWithin(signed, [-2048, 2047])).toBe(true);
  expect(isWithin(signed, [0, 4095])).toBe(false);
  expect(isWithin(set(), [-8190, 0], -2)).toBe(true);
  expect(isWithinStoredBits(set(), { minPixelValue: 0, maxPixelValue: 4095 })).toBe(true);
});
