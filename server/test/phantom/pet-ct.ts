import { Canvas, Noise, type Sphere } from './canvas.ts';
import { CHEST_HEIGHT_MM, type Chest, chestFrom, renderChest } from './chest.ts';
import { ctImages, ctVolume, type VolumeOptions } from './ct-volume.ts';
import { dicomFile, type Element, sequenceItem } from './dicom-file.ts';
import {
  decimals,
  examElements,
  frameOfReference,
  instanceElements,
  type PhantomFile,
  pathOf,
  pixelElements,
} from './exam.ts';
import { Seeded } from './seeded.ts';

const PET_IMAGE_STORAGE = '1.2.840.10008.5.1.4.1.1.128';
const SIZE = 128;
const SPACING_MM = 3.8;
const STEP_MM = 4;
/** Of stored values: 4095 is SUV 20. */
const SUV_PER_VALUE = 20 / 4095;
const WEIGHT_KG = 70;
const DOSE_BQ = 350e6;
const HALF_LIFE_SECONDS = 6_586.2; // F-18
const INJECTION_BEFORE_SECONDS = 3_600;

export interface PetCtOptions extends VolumeOptions {
  /** Of the PET, as a UID; default: that of the CT. */
  readonly petFrameOfReference?: string;
}

/** The uptake of tissue in SUV by its Hounsfield units, and of places that are hot. */
const uptakeOf = (hounsfield: number) => {
  if (hounsfield < -950) return 0;
  if (hounsfield < -600) return 0.4;
  if (hounsfield < -30) return 0.5;
  if (hounsfield < 100) return 1.1;
  return hounsfield < 220 ? 1.9 : 1.4;
};

interface Lesion extends Sphere {
  readonly suv: number;
}

/** Returns the nodule, lymph nodes of the mediastinum, and the liver with a lesion. */
function lesionsOf({ nodule }: Chest): Lesion[] {
  const inLung = nodule ?? { x: -72, y: 12, z: 160, radius: 6 };
  return [
    { x: -64, y: 4, z: -10, radius: 62, suv: 2.4 },
    { ...inLung, radius: inLung.radius + 3, suv: 11 },
    { x: 22, y: 20, z: 172, radius: 9, suv: 8 },
    { x: -16, y: 8, z: 156, radius: 7, suv: 6.5 },
    { x: -70, y: 30, z: 14, radius: 10, suv: 7 },
  ];
}

/** Yields the slices of the PET as stored values, from the apices down, on the places of the seed's chest. */
function* petImages(seed: number): Generator<{ z: number; pixels: Uint16Array }> {
  const random = new Seeded(`ct/${seed}`);
  const chest = chestFrom(random);
  const noise = new Noise(random);
  const lesions = lesionsOf(chest);
  for (let z = CHEST_HEIGHT_MM - STEP_MM / 2; z > 0; z -= STEP_MM) {
    const canvas = new Canvas(SIZE, SIZE, SPACING_MM, -1_000);
    renderChest(canvas, chest, z);
    canvas.each((_x, _y, present) => uptakeOf(present));
    for (const each of lesions) canvas.sphere(each, z, each.suv);
    for (const _ of [1, 2]) canvas.soften();
    canvas.each((_x, _y, present) => present / SUV_PER_VALUE);
    yield { z, pixels: canvas.withNoise(noise, (value) => value * 0.06) };
  }
}

/** Yields a PET-CT of a chest in one study and one frame of reference: the CT, then a PET of 75 slices of 128 x 128. */
export function* petCt(options: PetCtOptions, ctPixels?: Iterable<Uint16Array>): Generator<PhantomFile> {
  const study = { key: 'PT', description: 'PET-CT Θώρακος' };
  yield* ctVolume({ ...options, seriesNumber: 1, study }, ctPixels ?? ctImages(options.seed, options.slices));
  const petOptions = { ...options, seriesNumber: 2, study };
  const series = {
    modality: 'PT',
    studyDescription: study.description,
    seriesDescription: 'PET AC',
    bodyPart: 'CHEST',
  } as const;
  const shared = [
    ...examElements(petOptions, series),
    ...(options.petFrameOfReference
      ? [[0x00200052, 'UI', options.petFrameOfReference] as const]
      : frameOfReference(petOptions, series)),
    ...acquisition((options.studyDate ?? '2025-03-17').replaceAll('-', '')),
  ];
  let number = 0;
  for (const { z, pixels } of petImages(options.seed)) {
    number += 1;
    const corner = (-(SIZE - 1) / 2) * SPACING_MM;
    const elements: Element[] = [
      ...shared,
      ...instanceElements(petOptions, series, PET_IMAGE_STORAGE, number),
      [0x00200032, 'DS', decimals(corner, corner, z)],
      [0x00201041, 'DS', decimals(z)],
      [0x00541330, 'US', number],
      ...pixelElements(pixels, SIZE, SIZE),
    ];
    yield {
      name: pathOf(petOptions, series, number),
      bytes: dicomFile(elements, options.characterSet ?? 'ISO_IR 192'),
    };
  }
}

/** Returns the attributes of a scanner from which SUV follows (PS3.3 C.8.9.1, C.8.9.2, C.8.9.4). */
function acquisition(date: string): Element[] {
  const left = 2 ** (-INJECTION_BEFORE_SECONDS / HALF_LIFE_SECONDS);
  const becquerelsPerSuv = (DOSE_BQ * left) / (WEIGHT_KG * 1_000);
  return [
    [0x00080008, 'CS', 'ORIGINAL\\PRIMARY'],
    [0x00080022, 'DA', date],
    [0x00080032, 'TM', '101742'],
    [0x00101030, 'DS', decimals(WEIGHT_KG)],
    [0x00180050, 'DS', decimals(STEP_MM)],
    [0x00181242, 'IS', '180000'],
    [0x00185100, 'CS', 'HFS'],
    [0x00200037, 'DS', '1\\0\\0\\0\\1\\0'],
    [0x00280030, 'DS', decimals(SPACING_MM, SPACING_MM)],
    [0x00280051, 'CS', 'DECY\\ATTN\\SCAT\\DTIM\\RANS\\NORM'],
    [0x00281050, 'DS', decimals(2.5 * becquerelsPerSuv)],
    [0x00281051, 'DS', decimals(5 * becquerelsPerSuv)],
    [0x00281052, 'DS', '0'],
    [0x00281053, 'DS', decimals(SUV_PER_VALUE * becquerelsPerSuv)],
    [
      0x00540016,
      'SQ',
      sequenceItem([
        [0x00181072, 'TM', '091742'],
        [0x00181074, 'DS', decimals(DOSE_BQ)],
        [0x00181075, 'DS', decimals(HALF_LIFE_SECONDS)],
        [0x00181078, 'DT', `${date}091742`],
      ]),
    ],
    [0x00541000, 'CS', 'WHOLE BODY\\IMAGE'],
    [0x00541001, 'CS', 'BQML'],
    [0x00541002, 'CS', 'EMISSION'],
    [0x00541102, 'CS', 'START'],
    [0x00541300, 'DS', '0'],
  ];
}
