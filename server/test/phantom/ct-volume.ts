import { Canvas, Noise } from './canvas.ts';
import { CHEST_HEIGHT_MM, type Chest, chestFrom, renderChest } from './chest.ts';
import { dicomFile, type Element } from './dicom-file.ts';
import {
  decimals,
  type ExamOptions,
  examElements,
  frameOfReference,
  instanceElements,
  type PhantomFile,
  pathOf,
  pixelElements,
} from './exam.ts';
import { Seeded } from './seeded.ts';

const CT_IMAGE_STORAGE = '1.2.840.10008.5.1.4.1.1.2';
const SIZE = 512;
const SPACING_MM = 0.74;
const RESCALE_INTERCEPT = -1024;
const NOISE_HU = 11;

const series = {
  modality: 'CT',
  studyDescription: 'CT Θώρακος',
  seriesDescription: 'Chest 1.0 soft',
  bodyPart: 'CHEST',
} as const;

export interface VolumeOptions extends ExamOptions {
  readonly slices: number;
}

const scannerNoise = (value: number) => (value < -900 ? NOISE_HU / 2 : NOISE_HU);

/** How a chest differs from the seed's. */
export interface ChestChange {
  readonly changeChest?: (chest: Chest) => Chest;
  /** Standard deviation of the noise by value, both in Hounsfield units. */
  readonly noiseOf?: (value: number) => number;
}

/** Yields the slices of the seed's chest as stored pixels, rendered on demand. */
export function* ctImages(
  seed: number,
  slices: number,
  { changeChest = (chest) => chest, noiseOf = scannerNoise }: ChestChange = {},
): Generator<Uint16Array> {
  const random = new Seeded(`ct/${seed}`);
  const chest = changeChest(chestFrom(random));
  const noise = new Noise(random);
  for (let number = 1; number <= slices; number++) {
    const canvas = new Canvas(SIZE, SIZE, SPACING_MM, -1_000);
    renderChest(canvas, chest, heightOf(number, slices));
    canvas.soften();
    yield canvas.withNoise(noise, noiseOf, -RESCALE_INTERCEPT);
  }
}

/**
 * Yields a chest CT with contrast medium, from the apices down, 512 x 512, about 525 KB a slice. Slices are rendered on
 * demand. Already rendered `images`, one per slice, avoid the rendering.
 */
export function* ctVolume(
  options: VolumeOptions,
  images: Iterable<Uint16Array> = ctImages(options.seed, options.slices),
): Generator<PhantomFile> {
  const stepMm = CHEST_HEIGHT_MM / options.slices;
  const shared = [...examElements(options, series), ...frameOfReference(options, series), ...acquisition(stepMm)];
  let number = 0;
  for (const pixels of images) {
    number += 1;
    const z = heightOf(number, options.slices);
    const elements = [
      ...shared,
      ...instanceElements(options, series, CT_IMAGE_STORAGE, number),
      ...positionElements(z),
      ...pixelElements(pixels, SIZE, SIZE),
    ];
    yield { name: pathOf(options, series, number), bytes: dicomFile(elements, options.characterSet ?? 'ISO_IR 192') };
  }
}

/** Returns the height above the diaphragm in millimeters. The first slice is the highest. */
function heightOf(number: number, slices: number): number {
  return CHEST_HEIGHT_MM - (number - 0.5) * (CHEST_HEIGHT_MM / slices);
}

/** Returns the acquisition attributes of a scanner (PS3.3 C.8.2.1). */
function acquisition(stepMm: number): Element[] {
  return [
    [0x00080008, 'CS', 'ORIGINAL\\PRIMARY\\AXIAL'],
    [0x00180010, 'LO', 'IODINE'],
    [0x00180050, 'DS', decimals(Math.min(stepMm, 5))],
    [0x00180060, 'DS', '120'],
    [0x00180088, 'DS', decimals(stepMm)],
    [0x00181210, 'SH', 'SOFT'],
    [0x00185100, 'CS', 'HFS'],
    [0x00200012, 'IS', '1'],
    [0x00200037, 'DS', '1\\0\\0\\0\\1\\0'],
    [0x00280030, 'DS', decimals(SPACING_MM, SPACING_MM)],
    [0x00281050, 'DS', '40\\-550'],
    [0x00281051, 'DS', '400\\1500'],
    [0x00281055, 'LO', 'SOFT\\LUNG'],
    [0x00281052, 'DS', decimals(RESCALE_INTERCEPT)],
    [0x00281053, 'DS', '1'],
    [0x00281054, 'LO', 'HU'],
  ];
}

/** Returns the slice's position: the center of its first pixel, at the patient's right and front (PS3.3 C.7.6.2). */
function positionElements(z: number): Element[] {
  const corner = (-(SIZE - 1) / 2) * SPACING_MM;
  return [
    [0x00200032, 'DS', decimals(corner, corner, z)],
    [0x00201041, 'DS', decimals(z)],
  ];
}
