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

it('accepts decoded values only within the stored bits', () => {
  const hounsfield = { slope: 1, intercept: -1024 };
  expect(isWithinStoredBits(set(), { lowest: -1024, highest: 3071, ...hounsfield })).toBe(true);
  expect(isWithinStoredBits(set(), { lowest: -1024, highest: 31_744, ...hounsfield })).toBe(false);
  const signed = set({ '00280103': { vr: 'US', Value: [1] } });
  expect(isWithinStoredBits(signed, { lowest: -2048, highest: 2047, slope: 1, intercept: 0 })).toBe(true);
  expect(isWithinStoredBits(signed, { lowest: 0, highest: 4095, slope: 1, intercept: 0 })).toBe(false);
  expect(isWithinStoredBits(set(), { lowest: -8190, highest: 0, slope: -2, intercept: 0 })).toBe(true);
});
