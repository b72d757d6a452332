import { paperWidth, type Speed } from './paper.ts';

/** A point of the paper, in millimeters from its left and upper edge. */
export interface PaperPoint {
  readonly x: number;
  readonly y: number;
}

/** Two points that are measured against each other. */
export type Caliper = readonly [PaperPoint, PaperPoint];

export interface CaliperValues {
  readonly milliseconds: number;
  /** Beats a minute if the distance is that of two beats; null within 50 ms. */
  readonly perMinute: number | null;
  /** From the first point to the second one, in the channel's unit; positive upward. */
  readonly amplitude: number;
}

const minBeatMilliseconds = 50;

/** Measures between two points, at the scale of the channel. */
export function measureCaliper([a, b]: Caliper, speed: Speed, mmPerUnit: number): CaliperValues {
  const milliseconds = (Math.abs(b.x - a.x) / speed) * 1_000;
  return {
    milliseconds,
    perMinute: milliseconds < minBeatMilliseconds ? null : 60_000 / milliseconds,
    amplitude: (a.y - b.y) / mmPerUnit,
  };
}

/** Keeps a point on the paper. */
export function clampToPaper({ x, y }: PaperPoint, height: number): PaperPoint {
  return { x: Math.min(paperWidth, Math.max(0, x)), y: Math.min(height, Math.max(0, y)) };
}

const stepMilliseconds = 2;
const stepMm = 0.1;
const largeSteps = 20;

const directions: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Moves a point by an arrow key: by 2 ms or 0.1 mm, with Shift twenty times as far. Null for another key. */
export function moveByKey(
  point: PaperPoint,
  { key, shiftKey }: { readonly key: string; readonly shiftKey: boolean },
  speed: Speed,
  height: number,
): PaperPoint | null {
  const direction = directions[key];
  if (direction === undefined) return null;
  const steps = shiftKey ? largeSteps : 1;
  const x = point.x + (direction[0] * steps * stepMilliseconds * speed) / 1_000;
  return clampToPaper({ x, y: point.y + direction[1] * steps * stepMm }, height);
}
