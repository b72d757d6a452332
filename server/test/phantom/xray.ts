import { Canvas, Noise } from './canvas.ts';
import { dicomFile } from './dicom-file.ts';
import {
  decimals,
  type ExamOptions,
  examElements,
  instanceElements,
  type PhantomFile,
  pathOf,
  pixelElements,
} from './exam.ts';
import { radiographFrom, shadowOfSoftParts, shadowsOfBones } from './radiograph.ts';
import { Seeded } from './seeded.ts';

const CR_IMAGE_STORAGE = '1.2.840.10008.5.1.4.1.1.1';
const COLUMNS = 1_024;
const ROWS = 1_248;
const SPACING_MM = 0.34;
// A shadow of this many millimeters of water has half the maximum brightness.
const HALF_BRIGHT_MM = 150;
const NOISE = 18;

const series = {
  modality: 'CR',
  studyDescription: 'Ακτινογραφία θώρακος',
  seriesDescription: 'Chest PA',
  bodyPart: 'CHEST',
} as const;

/** Renders the radiograph of the seed's chest as stored pixels. */
export function xrayImage(seed: number): Uint16Array {
  const random = new Seeded(`xray/${seed}`);
  const body = radiographFrom(random);
  const shadows = new Canvas(COLUMNS, ROWS, SPACING_MM, 0);
  shadows.each((x, y) => shadowOfSoftParts(body, x, y));
  const bones = new Canvas(COLUMNS, ROWS, SPACING_MM, 0);
  shadowsOfBones(bones, body);
  const image = new Canvas(COLUMNS, ROWS, SPACING_MM, 0);
  for (let at = 0; at < image.values.length; at++) {
    const water = (shadows.values[at] ?? 0) + (bones.values[at] ?? 0);
    image.values[at] = (4_000 * water) / (water + HALF_BRIGHT_MM);
  }
  image.soften();
  return image.withNoise(new Noise(random), (value) => NOISE * (0.4 + value / 4_000), 40);
}

/**
 * Yields a PA chest radiograph, 1024 x 1248, one file of about 2.5 MB. A rendered `image` avoids the rendering; it may
 * have another number of rows and columns.
 */
export function* xray(
  options: ExamOptions,
  image = xrayImage(options.seed),
  [rows, columns]: readonly [number, number] = [ROWS, COLUMNS],
): Generator<PhantomFile> {
  const elements = [
    ...examElements(options, series),
    ...instanceElements(options, series, CR_IMAGE_STORAGE, 1),
    [0x00080008, 'CS', 'ORIGINAL\\PRIMARY'] as const,
    [0x00180060, 'DS', '117'] as const,
    [0x00185101, 'CS', 'PA'] as const,
    [0x00181164, 'DS', decimals(SPACING_MM, SPACING_MM)] as const,
    [0x00200020, 'CS', 'L\\F'] as const,
    [0x00281050, 'DS', '2000'] as const,
    [0x00281051, 'DS', '3200'] as const,
    ...pixelElements(image, rows, columns),
  ];
  yield { name: pathOf(options, series, 1), bytes: dicomFile(elements, options.characterSet ?? 'ISO_IR 192') };
}
