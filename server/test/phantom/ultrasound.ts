import { dicomFile, type Element } from './dicom-file.ts';
import { type ExamOptions, examElements, instanceElements, type PhantomFile, pathOf } from './exam.ts';
import { Seeded } from './seeded.ts';

const US_MULTI_FRAME_STORAGE = '1.2.840.10008.5.1.4.1.1.3.1';
const COLUMNS = 400;
const ROWS = 300;
const FRAME_MS = 40;
// The row of the sector's tip, and the sector's radius.
const TIP_ROW = 6;
const REACH = 286;
const SPECKLE_LENGTH = 65_536;

const series = {
  modality: 'US',
  studyDescription: 'Υπερηχογράφημα καρδιάς',
  seriesDescription: 'Apical 4C',
  bodyPart: 'HEART',
} as const;

export interface ClipOptions extends ExamOptions {
  /** Number of frames, 25 per second. A heart beat takes 20. */
  readonly frames: number;
}

/** A chamber of the heart in pixels. `squeeze` is its relative contraction in a beat. */
interface Chamber {
  readonly x: number;
  readonly y: number;
  readonly halfWidth: number;
  readonly halfHeight: number;
  readonly squeeze: number;
}

/** Renders the frames of the seed's beating heart, 400 x 300, concatenated, 8 bits per pixel. */
export function ultrasoundImage(seed: number, frames: number): Uint8Array {
  const random = new Seeded(`us/${seed}`);
  const chambers = chambersFrom(random);
  const speckle = speckleFrom(random);
  const pixels = new Uint8Array(COLUMNS * ROWS * frames);
  for (let frame = 0; frame < frames; frame++) {
    const image = pixels.subarray(frame * COLUMNS * ROWS, (frame + 1) * COLUMNS * ROWS);
    renderFrame(image, chambers, contraction(frame), (at) => speckle[(at + frame * 9_111) % SPECKLE_LENGTH] ?? 1);
  }
  return pixels;
}

/** Yields an echocardiogram: one multi-frame file, about 120 KB a frame. A rendered `image` avoids the rendering. */
export function* ultrasound(
  options: ClipOptions,
  image = ultrasoundImage(options.seed, options.frames),
): Generator<PhantomFile> {
  const elements = [
    ...examElements(options, series),
    ...instanceElements(options, series, US_MULTI_FRAME_STORAGE, 1),
    ...clipElements(options.frames, image),
  ];
  yield { name: pathOf(options, series, 1), bytes: dicomFile(elements, options.characterSet ?? 'ISO_IR 192') };
}

/** Returns speckle noise a few pixels wide, as of a beam: each value combines four neighbors. */
function speckleFrom(random: Seeded): Float32Array {
  const noise = new Float32Array(SPECKLE_LENGTH).map(() => random.gaussian());
  const of = (index: number) => noise[index % SPECKLE_LENGTH] ?? 0;
  return noise.map((_, at) => 1 + 0.2 * (of(at) + of(at + 1) + of(at + 2) + of(at + 3)));
}

function chambersFrom(random: Seeded): Chamber[] {
  const size = random.between(0.9, 1.12);
  const lean = random.between(-6, 6);
  return [
    { x: 226 + lean, y: 112, halfWidth: 34 * size, halfHeight: 60 * size, squeeze: 0.26 },
    { x: 160 + lean, y: 118, halfWidth: 27 * size, halfHeight: 50 * size, squeeze: 0.18 },
    { x: 232 + lean, y: 216, halfWidth: 36 * size, halfHeight: 32 * size, squeeze: -0.12 },
    { x: 156 + lean, y: 212, halfWidth: 33 * size, halfHeight: 30 * size, squeeze: -0.1 },
  ];
}

/** Returns the contraction from 0 (relaxed) to 1 and back within 20 frames: fast in, slow out. */
function contraction(frame: number): number {
  const phase = (frame % 20) / 20;
  return phase < 0.35 ? phase / 0.35 : (1 - phase) / 0.65;
}

function renderFrame(
  image: Uint8Array,
  chambers: readonly Chamber[],
  contracted: number,
  speckleAt: (at: number) => number,
): void {
  for (let row = TIP_ROW; row < ROWS; row++) {
    const depth = row - TIP_ROW;
    for (let column = 0; column < COLUMNS; column++) {
      const across = column - COLUMNS / 2;
      // 40 degrees to each side
      if (across * across > depth * depth * 0.7 || across * across + depth * depth > REACH * REACH) continue;
      const at = row * COLUMNS + column;
      const echo = echoAt(chambers, contracted, column, row) * (1.1 - depth / 640) * speckleAt(at);
      image[at] = Math.min(255, Math.max(0, echo));
    }
  }
}

/** Returns the brightness at a point: blood is dark, the walls around it are bright, other tissue is between. */
function echoAt(chambers: readonly Chamber[], contracted: number, x: number, y: number): number {
  let nearest = Number.POSITIVE_INFINITY;
  for (const chamber of chambers) {
    const size = 1 - chamber.squeeze * contracted;
    const dx = (x - chamber.x) / (chamber.halfWidth * size);
    const dy = (y - chamber.y) / (chamber.halfHeight * size);
    nearest = Math.min(nearest, dx * dx + dy * dy);
  }
  if (nearest < 0.8) return 8;
  if (nearest < 1.1) return 8 + (nearest - 0.8) * 420;
  return Math.max(46, 134 - (nearest - 1.1) * 70);
}

/** Returns the elements of PS3.3 C.7.6.5 (cine) and C.8.5.6 (ultrasound image). */
function clipElements(frames: number, image: Uint8Array): Element[] {
  const pointer = Buffer.alloc(4);
  pointer.writeUInt16LE(0x0018);
  pointer.writeUInt16LE(0x1063, 2);
  return [
    [0x00080008, 'CS', 'ORIGINAL\\PRIMARY'],
    [0x00180040, 'IS', `${1_000 / FRAME_MS}`],
    [0x00181063, 'DS', `${FRAME_MS}`],
    [0x00280002, 'US', 1],
    [0x00280004, 'CS', 'MONOCHROME2'],
    [0x00280008, 'IS', `${frames}`],
    [0x00280009, 'AT', pointer],
    [0x00280010, 'US', ROWS],
    [0x00280011, 'US', COLUMNS],
    [0x00280100, 'US', 8],
    [0x00280101, 'US', 8],
    [0x00280102, 'US', 7],
    [0x00280103, 'US', 0],
    [0x00282110, 'CS', '00'],
    [0x7fe00010, 'OB', Buffer.from(image.buffer, image.byteOffset, image.byteLength)],
  ];
}
