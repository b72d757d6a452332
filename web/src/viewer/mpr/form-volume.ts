import { numberOf, numbersOf, textOf } from '../dicom-json.ts';
import type { Frame } from '../loading/frames.ts';
import { hasOrientation, pixelSpacing, planeFacts } from '../stack/picture-facts.ts';

export type Three = readonly [number, number, number];

/** Why the pictures of a series form no volume. */
export type NotAVolume = 'few' | 'colour' | 'unplaced' | 'sizes' | 'orientation' | 'tilted' | 'spacing';

/** Pictures that lie upon each other like the leaves of a block. Axes are columns, rows, pictures; lengths are millimetres. */
export interface BlockOfFrames {
  /** From one end to the other, along the third axis. */
  readonly frames: readonly Frame[];
  readonly counts: Three;
  readonly spacing: Three;
  /** Where each axis points in the patient. */
  readonly axes: readonly [Three, Three, Three];
}

const fewest = 8; // fewer are planes apart, and what lies between them would be invented
const most = { turn: 0.001, tilt: 0.05, astray: 0.25 };

const dot = (one: Three, other: Three) => one[0] * other[0] + one[1] * other[1] + one[2] * other[2];
const minus = (one: Three, other: Three): Three => [one[0] - other[0], one[1] - other[1], one[2] - other[2]];
const cross = ([a, b, c]: Three, [x, y, z]: Three): Three => [b * z - c * y, c * x - a * z, a * y - b * x];

interface Placed {
  readonly frame: Frame;
  readonly across: Three;
  readonly down: Three;
  readonly position: Three;
}

function placedOf(frame: Frame): Placed | undefined {
  const isKnown = hasOrientation(frame.facts) && numbersOf(frame.facts, '00200032')?.length === 3;
  if (!isKnown || pixelSpacing(frame.facts) === undefined) return undefined;
  const { rowCosines, columnCosines, imagePositionPatient } = planeFacts(frame.facts);
  const [x = 0, y = 0, z = 0] = imagePositionPatient;
  return { frame, across: rowCosines, down: columnCosines, position: [x, y, z] };
}

const isGrey = ({ facts }: Frame) => (textOf(facts, '00280004') ?? 'MONOCHROME2').startsWith('MONOCHROME');

/** What all pictures must share: their size, and what a value of theirs measures. */
function sizeOf({ facts }: Frame): string {
  const [row = 0, column = 0] = pixelSpacing(facts) ?? [];
  return [numberOf(facts, '00280010'), numberOf(facts, '00280011'), row.toFixed(3), column.toFixed(3)].join(' ');
}

/** Whether two pictures lie parallel, and neither is turned. */
const isAlike = (one: Placed, other: Placed) =>
  [...minus(one.across, other.across), ...minus(one.down, other.down)].every((part) => Math.abs(part) <= most.turn);

/** The distance between pictures; or what is wrong with their places. */
function stepOf(placed: readonly Placed[], normal: Three): number | NotAVolume {
  const [first, last] = [placed[0], placed.at(-1)];
  if (!first || !last) return 'few';
  const way = minus(last.position, first.position);
  const step = dot(way, normal) / (placed.length - 1);
  if (!(step > 0)) return 'spacing';
  const aside = Math.hypot(dot(way, first.across), dot(way, first.down)) / (placed.length - 1);
  if (aside > step * most.tilt) return 'tilted';
  const isEven = placed.every(({ position }, place) => {
    const off = minus(position, first.position);
    const isBeside = Math.hypot(dot(off, first.across), dot(off, first.down)) > step * most.astray + aside * place;
    return !isBeside && Math.abs(dot(off, normal) - place * step) <= step * most.astray;
  });
  return isEven ? step : 'spacing';
}

/** The block that the pictures of a series form, or why they form none. */
export function formVolume(frames: readonly Frame[]): BlockOfFrames | NotAVolume {
  const [first] = frames;
  if (!first || frames.length < fewest) return 'few';
  if (!frames.every(isGrey)) return 'colour';
  const found = frames.map(placedOf);
  const placed = found.filter((one) => one !== undefined);
  const [head] = placed;
  if (!head || placed.length < frames.length) return 'unplaced';
  if (frames.some((frame) => sizeOf(frame) !== sizeOf(first))) return 'sizes';
  if (!placed.every((one) => isAlike(one, head))) return 'orientation';
  return blockOf(placed, head);
}

/** The direction across the pictures that goes as their list does, so that each keeps its number. */
function alongList(placed: readonly Placed[], normal: Three): Three {
  const [first, last] = [placed[0]?.position ?? normal, placed.at(-1)?.position ?? normal];
  return dot(minus(last, first), normal) < 0 ? minus([0, 0, 0], normal) : normal;
}

function blockOf(placed: readonly Placed[], { across, down, frame }: Placed): BlockOfFrames | NotAVolume {
  const normal = alongList(placed, cross(across, down));
  const inOrder = placed.toSorted((one, other) => dot(one.position, normal) - dot(other.position, normal));
  const step = stepOf(inOrder, normal);
  if (typeof step === 'string') return step;
  const [rowStep = 1, columnStep = 1] = pixelSpacing(frame.facts) ?? [];
  return {
    frames: inOrder.map((one) => one.frame),
    counts: [numberOf(frame.facts, '00280011') ?? 0, numberOf(frame.facts, '00280010') ?? 0, inOrder.length],
    spacing: [columnStep, rowStep, step],
    axes: [across, down, normal],
  };
}
