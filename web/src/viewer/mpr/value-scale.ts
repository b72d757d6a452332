import { type PetHeader, type SuvTerm, suvScaleOf } from '@medcloud/dicom';
import { type DataSet, itemsOf, numberOf, textOf, textsOf } from '@medcloud/dicom/json';
import type { Frame } from '../loading/frames.ts';

/** What the values of a series mean. */
export interface ValueScale {
  /** `HU`, `SUV`, `Bq/mL`, or as the file says. Empty if it says nothing. */
  readonly unit: string;
  /** From the values after their rescale to the unit. */
  readonly factor: number;
  /** Why values of PET are not SUV. Empty for other series. */
  readonly missing: readonly SuvTerm[];
}

// PS3.3 C.8.9.1.1.3
const petUnits: Record<string, string> = { BQML: 'Bq/mL', GML: 'g/mL', CNTS: 'counts', CPS: 'counts/s' };

/** Returns the date and time of the earliest image. A series with a second bed position has later ones. */
function earliestAcquisition(frames: readonly Frame[]) {
  const times = frames.map(
    ({ attributes }) => [textOf(attributes, '00080022'), textOf(attributes, '00080032')] as const,
  );
  const known = times.filter(([date, time]) => date !== undefined && time !== undefined);
  const [date, time] = known.toSorted((one, other) => (one.join('') < other.join('') ? -1 : 1))[0] ?? [];
  return { acquisitionDate: date, acquisitionTime: time };
}

/** Returns a private element's value, if its block is reserved by this creator (PS3.5 7.8.1). */
const privateNumber = (set: DataSet, group: string, creator: string, element: string) =>
  textOf(set, `${group}0010`) === creator ? numberOf(set, `${group}10${element}`) : undefined;

function petHeaderOf(frames: readonly Frame[], set: DataSet): PetHeader {
  const dose = itemsOf(set, '00540016')[0] ?? {};
  const philips = 'Philips PET Private Group';
  return {
    units: textOf(set, '00541001'),
    suvType: textOf(set, '00541006'),
    correctedImage: textsOf(set, '00280051'),
    decayCorrection: textOf(set, '00541102'),
    weightKg: numberOf(set, '00101030'),
    doseBq: numberOf(dose, '00181074'),
    halfLifeSeconds: numberOf(dose, '00181075'),
    injectionDateTime: textOf(dose, '00181078'),
    injectionTime: textOf(dose, '00181072'),
    seriesDate: textOf(set, '00080021'),
    seriesTime: textOf(set, '00080031'),
    ...earliestAcquisition(frames),
    geScanDateTime: textOf(set, '00090010') === 'GEMS_PETD_01' ? textOf(set, '0009100D') : undefined,
    philipsSuvFactor: privateNumber(set, '7053', philips, '00'),
    philipsActivityFactor: privateNumber(set, '7053', philips, '09'),
  };
}

/** Returns what the values of a series' images mean. */
export function valueScaleOf(frames: readonly Frame[]): ValueScale {
  const set = frames[0]?.attributes ?? {};
  const modality = textOf(set, '00080060');
  if (modality === 'PT') {
    const scale = suvScaleOf(petHeaderOf(frames, set));
    if ('factor' in scale) return { unit: 'SUV', factor: scale.factor, missing: [] };
    const units = textOf(set, '00541001') ?? '';
    return { unit: petUnits[units] ?? units, factor: 1, missing: scale.missing };
  }
  const type = textOf(set, '00281054');
  // PS3.3 C.11.1.1.2: US is unspecified
  const unit = type === undefined ? (modality === 'CT' ? 'HU' : '') : type === 'US' ? '' : type;
  return { unit, factor: 1, missing: [] };
}
