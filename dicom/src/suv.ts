/**
 * What a PET image's header says of its scale. Texts are as in DICOM: DA `YYYYMMDD`, TM `HHMMSS.FFFFFF`, DT both.
 */
export interface PetHeader {
  /** (0054,1001): BQML, CNTS, GML and others. */
  readonly units: string | undefined;
  /** (0054,1006): the body measure of GML. Absent means weight (PS3.3 C.8.9.1.1.3). */
  readonly suvType: string | undefined;
  /** (0028,0051) */
  readonly correctedImage: readonly string[];
  /** (0054,1102): START, ADMIN or NONE. */
  readonly decayCorrection: string | undefined;
  /** (0010,1030), kilograms. */
  readonly weightKg: number | undefined;
  /** (0018,1074), becquerels. */
  readonly doseBq: number | undefined;
  /** (0018,1075), seconds. */
  readonly halfLifeSeconds: number | undefined;
  /** (0018,1078) */
  readonly injectionDateTime: string | undefined;
  /** (0018,1072), without a date. */
  readonly injectionTime: string | undefined;
  readonly seriesDate: string | undefined;
  readonly seriesTime: string | undefined;
  /** Of the series' earliest image. */
  readonly acquisitionDate: string | undefined;
  readonly acquisitionTime: string | undefined;
  /** (0009,100D) of GE: when the scan began. */
  readonly geScanDateTime: string | undefined;
  /** (7053,1000) of Philips: from stored counts to SUV. */
  readonly philipsSuvFactor: number | undefined;
  /** (7053,1009) of Philips: from stored counts to becquerels per milliliter. */
  readonly philipsActivityFactor: number | undefined;
}

/** What a header lacks, or has in a form from which no SUV follows. */
export const suvTerms = [
  'units',
  'corrections',
  'decayCorrection',
  'weight',
  'dose',
  'halfLife',
  'injectionTime',
  'scanTime',
] as const;
export type SuvTerm = (typeof suvTerms)[number];

/** The factor from an image's values, after their rescale, to SUVbw in g/mL; or all that is missing. */
export type SuvScale = { readonly factor: number } | { readonly missing: readonly SuvTerm[] };

const secondsPerDay = 86_400;
// Beyond it, no activity is left that could be measured: one of the dates is wrong.
const maxHalvings = 20;

/** Returns the seconds of a TM since midnight, or undefined. */
function secondsOfTime(text: string | undefined): number | undefined {
  const [, hours, minutes = '0', seconds = '0'] =
    /^(\d\d):?(?:(\d\d):?(?:(\d\d(?:\.\d+)?))?)?$/.exec(text?.trim() ?? '') ?? [];
  if (hours === undefined) return undefined;
  const total = Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds);
  return Number(hours) < 24 && Number(minutes) < 60 && Number(seconds) < 61 ? total : undefined;
}

/** Returns the seconds of a DA since 1970, or undefined. */
function secondsOfDate(text: string | undefined): number | undefined {
  const [, year, month, day] = /^(\d{4})(\d\d)(\d\d)$/.exec(text?.trim() ?? '') ?? [];
  if (year === undefined) return undefined;
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  return date.getUTCMonth() === Number(month) - 1 ? date.getTime() / 1_000 : undefined;
}

function secondsOf(date: string | undefined, time: string | undefined): number | undefined {
  const [days, seconds] = [secondsOfDate(date), secondsOfTime(time)];
  return days === undefined || seconds === undefined ? undefined : days + seconds;
}

/** Returns the seconds of a DT, without its offset from UTC: both times of an exam have the same. */
const secondsOfDateTime = (text: string | undefined) =>
  secondsOf(
    text?.trim().slice(0, 8),
    text
      ?.trim()
      .slice(8)
      .replace(/[+-]\d{4}$/, ''),
  );

/**
 * Returns the time to which the values are corrected for decay. A series that was made anew has a later time than its
 * images: then GE's own time, or else that of the first image, is the scan's.
 */
function scanSecondsOf(header: PetHeader): number | undefined {
  const series = secondsOf(header.seriesDate, header.seriesTime);
  const acquisition = secondsOf(header.acquisitionDate, header.acquisitionTime);
  if (series !== undefined && acquisition !== undefined && series <= acquisition) return series;
  return secondsOfDateTime(header.geScanDateTime) ?? acquisition;
}

/** Returns the time of the injection. One without a date that is later than the scan was on the day before. */
function injectionSecondsOf({ injectionDateTime, injectionTime }: PetHeader, scan: number): number | undefined {
  const explicit = secondsOfDateTime(injectionDateTime);
  if (explicit !== undefined) return explicit;
  const time = secondsOfTime(injectionTime);
  if (time === undefined) return undefined;
  const sameDay = Math.floor(scan / secondsPerDay) * secondsPerDay + time;
  return sameDay <= scan ? sameDay : sameDay - secondsPerDay;
}

const isPositive = (number: number | undefined): number is number => number !== undefined && number > 0;

/** Returns the grams of body weight per becquerel of the dose that was left at the time of the values. */
function gramsPerBecquerel(header: PetHeader): SuvScale {
  const { weightKg, doseBq, halfLifeSeconds, decayCorrection } = header;
  const isAtInjection = decayCorrection === 'ADMIN';
  const scan = scanSecondsOf(header);
  const injection = scan === undefined ? undefined : injectionSecondsOf(header, scan);
  const elapsed = scan === undefined || injection === undefined ? undefined : scan - injection;
  const isElapsedKnown = elapsed !== undefined && elapsed >= 0 && elapsed <= maxHalvings * (halfLifeSeconds ?? 0);
  const missing: SuvTerm[] = [];
  if (!isPositive(weightKg)) missing.push('weight');
  if (!isPositive(doseBq)) missing.push('dose');
  if (!isAtInjection && !isPositive(halfLifeSeconds)) missing.push('halfLife');
  if (!isAtInjection && scan === undefined) missing.push('scanTime');
  else if (!isAtInjection && isPositive(halfLifeSeconds) && !isElapsedKnown) missing.push('injectionTime');
  if (missing.length > 0 || !isPositive(weightKg) || !isPositive(doseBq)) return { missing };
  const left = isAtInjection ? 1 : 2 ** (-(elapsed ?? 0) / (halfLifeSeconds ?? 1));
  return { factor: (weightKg * 1_000) / (doseBq * left) };
}

/**
 * Returns the scale from a PET image's values to SUVbw, by QIBA's vendor-neutral rules: becquerels corrected for
 * attenuation and decay, Philips' counts by its private factors, and values that are SUV already.
 */
export function suvScaleOf(header: PetHeader): SuvScale {
  const { units, suvType, correctedImage, decayCorrection, philipsSuvFactor, philipsActivityFactor } = header;
  if (units === 'GML' && (suvType ?? 'BW') === 'BW') return { factor: 1 };
  const isCounts = units === 'CNTS' && (isPositive(philipsSuvFactor) || isPositive(philipsActivityFactor));
  if (units !== 'BQML' && !isCounts) return { missing: ['units'] };
  if (!['ATTN', 'DECY'].every((one) => correctedImage.includes(one))) return { missing: ['corrections'] };
  if (decayCorrection !== 'START' && decayCorrection !== 'ADMIN') return { missing: ['decayCorrection'] };
  if (isCounts && isPositive(philipsSuvFactor)) return { factor: philipsSuvFactor };
  const scale = gramsPerBecquerel(header);
  return 'factor' in scale && isCounts ? { factor: scale.factor * (philipsActivityFactor ?? 1) } : scale;
}
