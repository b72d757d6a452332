import { calculateSUVScalingFactors } from '@cornerstonejs/calculate-suv';
import { describe, expect, it } from 'vitest';
import { type PetHeader, suvScaleOf } from './suv.ts';

/** A patient of 70 kg, 350 MBq of F-18 an hour before the scan. */
const header: PetHeader = {
  ...{ units: 'BQML', suvType: undefined, correctedImage: ['DECY', 'ATTN', 'SCAT', 'NORM'], decayCorrection: 'START' },
  ...{ weightKg: 70, doseBq: 350e6, halfLifeSeconds: 6_586.2 },
  ...{ injectionDateTime: '20260301090000.00', injectionTime: '090000.00' },
  ...{ seriesDate: '20260301', seriesTime: '100000', acquisitionDate: '20260301', acquisitionTime: '100000' },
  ...{ geScanDateTime: undefined, philipsSuvFactor: undefined, philipsActivityFactor: undefined },
};
const without = (...names: (keyof PetHeader)[]): PetHeader => ({
  ...header,
  ...Object.fromEntries(names.map((name) => [name, undefined])),
});

/** The header variants that scanners write, with how long before the scan the dose was given, in seconds. */
const variants: Record<string, { header: PetHeader; elapsed: number }> = {
  'decay corrected to the start': { header, elapsed: 3_600 },
  'the injection has a time only': { header: without('injectionDateTime'), elapsed: 3_600 },
  'fractions of seconds': {
    header: {
      ...header,
      injectionDateTime: '20260301090000.500000',
      seriesTime: '100000.250000',
      acquisitionTime: '100001.00',
    },
    elapsed: 3_599.75,
  },
  'an offset from UTC in the injection': {
    header: { ...header, injectionDateTime: '20260301090000.00+0200' },
    elapsed: 3_600,
  },
  'an injection before midnight, with its date': {
    header: {
      ...header,
      ...{ injectionDateTime: '20260228233000', seriesTime: '003000', acquisitionTime: '003000' },
    },
    elapsed: 3_600,
  },
  'an injection before midnight, with its time only': {
    header: {
      ...without('injectionDateTime'),
      ...{ injectionTime: '233000', seriesTime: '003000', acquisitionTime: '003000' },
    },
    elapsed: 3_600,
  },
  'images before the series’ time: the series was made anew': {
    header: { ...header, seriesTime: '120000' },
    elapsed: 3_600,
  },
  'a series made anew on another day': {
    header: { ...header, seriesDate: '20260302', seriesTime: '080000' },
    elapsed: 3_600,
  },
  'GE’s own time of a series made anew': {
    header: { ...header, seriesTime: '120000', acquisitionTime: '101500', geScanDateTime: '20260301100000.00' },
    elapsed: 3_600,
  },
  'later bed positions': { header: { ...header, acquisitionTime: '101000' }, elapsed: 3_600 },
  'Philips’ counts by becquerels': {
    header: { ...header, units: 'CNTS', philipsActivityFactor: 2.5 },
    elapsed: 3_600,
  },
  'Philips’ counts by becquerels, with an empty SUV factor': {
    header: { ...header, units: 'CNTS', philipsSuvFactor: 0, philipsActivityFactor: 2.5 },
    elapsed: 3_600,
  },
};

/** What the reference needs of a header. It knows no offset from UTC, and no injection time of the day before. */
function referenceFactor(one: PetHeader): number {
  const { philipsSuvFactor: SUVScaleFactor, philipsActivityFactor: ActivityConcentrationScaleFactor } = one;
  const [result] = calculateSUVScalingFactors([
    {
      ...{
        CorrectedImage: [...one.correctedImage],
        Units: one.units ?? '',
        DecayCorrection: one.decayCorrection ?? '',
      },
      ...{ RadionuclideHalfLife: one.halfLifeSeconds ?? 0, RadionuclideTotalDose: one.doseBq ?? 0 },
      ...{ PatientWeight: one.weightKg ?? 0, SeriesDate: one.seriesDate ?? '', SeriesTime: one.seriesTime ?? '' },
      ...{ AcquisitionDate: one.acquisitionDate ?? '', AcquisitionTime: one.acquisitionTime ?? '' },
      ...(one.injectionDateTime === undefined ? {} : { RadiopharmaceuticalStartDateTime: one.injectionDateTime }),
      ...(one.injectionTime === undefined ? {} : { RadiopharmaceuticalStartTime: one.injectionTime }),
      ...(one.geScanDateTime === undefined ? {} : { GEPrivatePostInjectionDateTime: one.geScanDateTime }),
      PhilipsPETPrivateGroup: { SUVScaleFactor, ActivityConcentrationScaleFactor },
    },
  ]);
  return result?.suvbw ?? Number.NaN;
}

const factorOf = (one: PetHeader): number => {
  const scale = suvScaleOf(one);
  return 'factor' in scale ? scale.factor : Number.NaN;
};

describe('suvScaleOf', () => {
  it.each(Object.entries(variants))('gives 1.00 for a uniform phantom: %s', (_, { header: one, elapsed }) => {
    // the dose, spread evenly over the body of 1 g/mL, at the time of the scan
    const becquerelsPerMl = (350e6 * 0.5 ** (elapsed / 6_586.2)) / 70_000;
    const stored = becquerelsPerMl / (one.units === 'CNTS' ? 2.5 : 1);
    expect(stored * factorOf(one)).toBeCloseTo(1, 9);
  });

  it.each(Object.entries(variants).filter(([name]) => !/UTC|time only$/.test(name)))(
    'equals the reference: %s',
    (_, { header: one }) => {
      expect(factorOf(one) / referenceFactor(one)).toBeCloseTo(1, 9);
    },
  );

  it('needs no times if the decay is corrected to the injection', () => {
    const atInjection = {
      ...without('injectionDateTime', 'injectionTime', 'halfLifeSeconds'),
      decayCorrection: 'ADMIN',
    };
    expect(factorOf(atInjection)).toBeCloseTo(70_000 / 350e6, 12);
  });

  it('takes Philips’ SUV factor and SUV by weight as they are', () => {
    const philips = { ...without('weightKg', 'doseBq'), units: 'CNTS', philipsSuvFactor: 0.0003 };
    expect(suvScaleOf(philips)).toEqual({ factor: 0.0003 });
    expect(suvScaleOf({ ...without('weightKg', 'doseBq'), units: 'GML' })).toEqual({ factor: 1 });
  });

  it.each([
    [{ ...header, units: 'CNTS' }, ['units']],
    [{ ...header, units: 'PROPCNTS' }, ['units']],
    [{ ...header, units: 'GML', suvType: 'LBM' }, ['units']],
    [{ ...header, correctedImage: ['DECY'] }, ['corrections']],
    [{ ...header, decayCorrection: 'NONE' }, ['decayCorrection']],
    [without('weightKg', 'doseBq'), ['weight', 'dose']],
    [{ ...header, weightKg: 0 }, ['weight']],
    [without('halfLifeSeconds'), ['halfLife']],
    [without('injectionDateTime', 'injectionTime'), ['injectionTime']],
    [{ ...header, injectionDateTime: '20260301110000' }, ['injectionTime']],
    [{ ...header, injectionDateTime: '20250301090000' }, ['injectionTime']],
    [without('acquisitionTime', 'seriesTime'), ['scanTime']],
  ] satisfies [PetHeader, string[]][])('names what is missing, case %#', (one, missing) => {
    expect(suvScaleOf(one)).toEqual({ missing });
  });
});
