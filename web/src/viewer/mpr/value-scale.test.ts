import { expect, it } from 'vitest';
import { valueScaleOf } from './value-scale.ts';
import { createFrames, values } from './volume/test-frames.ts';

const dose = {
  vr: 'SQ',
  Value: [
    {
      '00181072': values('TM', '090000'),
      '00181074': values('DS', 350e6),
      '00181075': values('DS', 6_586.2),
    },
  ],
};

/** Two bed positions of a scan that began at 10:00, an hour after the injection. The first images are the later ones. */
const petFrames = (change: object = {}) =>
  createFrames(8, (attributes, index) => ({
    ...attributes,
    '00080060': values('CS', 'PT'),
    '00541001': values('CS', 'BQML'),
    '00541102': values('CS', 'START'),
    '00280051': values('CS', 'ATTN', 'DECY'),
    '00101030': values('DS', 70),
    '00540016': dose,
    '00080021': values('DA', '20260301'),
    '00080031': values('TM', '113000'),
    '00080022': values('DA', '20260301'),
    '00080032': values('TM', index < 4 ? '100500' : '100000'),
    ...change,
  }));

it('reads the scale of a PET series from its header, to the time of its first bed position', () => {
  const { unit, factor, missing } = valueScaleOf(petFrames());
  expect({ unit, missing }).toEqual({ unit: 'SUV', missing: [] });
  expect(factor * ((350e6 * 0.5 ** (3_600 / 6_586.2)) / 70_000)).toBeCloseTo(1, 9);
});

it('keeps the unit of the file and names what is missing', () => {
  expect(valueScaleOf(petFrames({ '00101030': undefined }))).toEqual({
    ...{ unit: 'Bq/mL', factor: 1, missing: ['weight'] },
  });
  expect(valueScaleOf(petFrames({ '00541001': values('CS', 'CNTS') }))).toMatchObject({ unit: 'counts' });
});

it('takes private factors only of the block that Philips reserved', () => {
  const counts = { '00541001': values('CS', 'CNTS'), '70531000': values('DS', 0.0003) };
  expect(valueScaleOf(petFrames(counts))).toMatchObject({ missing: ['units'] });
  const reserved = { ...counts, '70530010': values('LO', 'Philips PET Private Group') };
  expect(valueScaleOf(petFrames(reserved))).toMatchObject({ unit: 'SUV', factor: 0.0003 });
});

it('names the unit of other series as the file does', () => {
  const unitWith = (change: object) =>
    valueScaleOf(createFrames(8, (attributes) => ({ ...attributes, ...change }))).unit;
  expect(unitWith({ '00080060': values('CS', 'CT') })).toBe('HU');
  expect(unitWith({ '00281054': values('LO', 'US') })).toBe('');
  expect(unitWith({ '00281054': values('LO', 'OD') })).toBe('OD');
});
