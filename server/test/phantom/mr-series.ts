import { Canvas, Noise } from './canvas.ts';
import type { VolumeOptions } from './ct-volume.ts';
import { dicomFile, type Element } from './dicom-file.ts';
import {
  decimals,
  examElements,
  frameOfReference,
  instanceElements,
  type PhantomFile,
  pathOf,
  pixelElements,
} from './exam.ts';
import { type Head, headFrom, type Tissue, tissueAt } from './head.ts';
import { LatticeNoise } from './lattice-noise.ts';
import { Seeded } from './seeded.ts';

const MR_IMAGE_STORAGE = '1.2.840.10008.5.1.4.1.1.4';
const SIZE = 256;
const SPACING_MM = 0.85;
const LOWEST_MM = -50;
const HEIGHT_MM = 135;
const NOISE = 14;

// Brightness of each tissue in the two usual weightings.
const BRIGHTNESS = {
  T1: { air: 8, scalp: 880, muscle: 330, bone: 60, fluid: 130, gray: 430, white: 610, deepGray: 475 },
  T2: { air: 8, scalp: 560, muscle: 190, bone: 50, fluid: 1_050, gray: 560, white: 390, deepGray: 455 },
} as const satisfies Record<string, Record<Tissue, number>>;
// Repetition and echo time in milliseconds.
const TIMES = { T1: [550, 10], T2: [4_200, 98] } as const;

export interface MrOptions extends VolumeOptions {
  /** Default: `T1`. Two series of one study have the same seed and different series numbers. */
  readonly weighting?: 'T1' | 'T2';
}

/** Yields the slices of the seed's head as stored pixels, rendered on demand. */
export function* mrImages(seed: number, slices: number, weighting: 'T1' | 'T2'): Generator<Uint16Array> {
  const random = new Seeded(`mr/${seed}`);
  const head = headFrom(random);
  const shading = new LatticeNoise(random.uint32());
  const noise = new Noise(random);
  for (let number = 1; number <= slices; number++) {
    const canvas = renderHead(head, shading, heightOf(number, slices), BRIGHTNESS[weighting]);
    yield canvas.withNoise(noise, () => NOISE);
  }
}

/**
 * Yields an MR of a head in axial slices from below, 256 x 256, about 132 KB a slice. Slices are rendered on demand.
 * Already rendered `givenImages`, one per slice, avoid the rendering.
 */
export function* mrSeries(options: MrOptions, givenImages?: Iterable<Uint16Array>): Generator<PhantomFile> {
  const weighting = options.weighting ?? 'T1';
  const images = givenImages ?? mrImages(options.seed, options.slices, weighting);
  const stepMm = HEIGHT_MM / options.slices;
  const series = {
    modality: 'MR',
    studyDescription: 'MR Εγκεφάλου',
    seriesDescription: `AX ${weighting}`,
    bodyPart: 'HEAD',
  } as const;
  const shared = [
    ...examElements(options, series),
    ...frameOfReference(options, series),
    ...acquisition(weighting, stepMm),
  ];
  let number = 0;
  for (const pixels of images) {
    number += 1;
    const elements = [
      ...shared,
      ...instanceElements(options, series, MR_IMAGE_STORAGE, number),
      ...positionElements(heightOf(number, options.slices)),
      ...pixelElements(pixels, SIZE, SIZE),
    ];
    yield { name: pathOf(options, series, number), bytes: dicomFile(elements, options.characterSet ?? 'ISO_IR 192') };
  }
}

/** Returns the height of a slice's center in millimeters; the lowest edge is at `LOWEST_MM`. */
function heightOf(number: number, slices: number): number {
  return LOWEST_MM + (number - 0.5) * (HEIGHT_MM / slices);
}

function renderHead(head: Head, shading: LatticeNoise, z: number, brightness: Record<Tissue, number>): Canvas {
  const canvas = new Canvas(SIZE, SIZE, SPACING_MM, 0);
  // Tissue near a coil is brighter: up to a tenth more or less, with a slow gradient.
  canvas.each((x, y) => brightness[tissueAt(head, x, y, z)] * (0.9 + 0.2 * shading.at(x / 90, y / 90, z / 90)));
  canvas.soften();
  return canvas;
}

/** Returns the acquisition attributes of a scanner (PS3.3 C.8.3.1). */
function acquisition(weighting: 'T1' | 'T2', stepMm: number): Element[] {
  return [
    [0x00080008, 'CS', 'ORIGINAL\\PRIMARY\\M\\SE'],
    [0x00180020, 'CS', 'SE'],
    [0x00180021, 'CS', weighting === 'T1' ? 'NONE' : 'SK'],
    [0x00180022, 'CS', ''],
    [0x00180023, 'CS', '2D'],
    [0x00180050, 'DS', decimals(Math.min(stepMm, 5))],
    [0x00180080, 'DS', `${TIMES[weighting][0]}`],
    [0x00180081, 'DS', `${TIMES[weighting][1]}`],
    [0x00180087, 'DS', '1.5'],
    [0x00180088, 'DS', decimals(stepMm)],
    [0x00180091, 'IS', weighting === 'T1' ? '1' : '15'],
    [0x00185100, 'CS', 'HFS'],
    [0x00200012, 'IS', '1'],
    [0x00200037, 'DS', '1\\0\\0\\0\\1\\0'],
    [0x00280030, 'DS', decimals(SPACING_MM, SPACING_MM)],
    [0x00281050, 'DS', weighting === 'T1' ? '430' : '560'],
    [0x00281051, 'DS', weighting === 'T1' ? '860' : '1100'],
  ];
}

function positionElements(z: number): Element[] {
  const corner = (-(SIZE - 1) / 2) * SPACING_MM;
  return [
    [0x00200032, 'DS', decimals(corner, corner, z)],
    [0x00201041, 'DS', decimals(z)],
  ];
}
