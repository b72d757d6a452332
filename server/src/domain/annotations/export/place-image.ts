import type { DrawnImage } from './list-drawn-images.ts';

/** Points of a page, from its left and bottom edge. */
export type PagePoint = readonly [x: number, y: number];

/** Where a page has room. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** An image's place on a page. */
export interface PlacedImage {
  readonly matrix: readonly [number, number, number, number, number, number];
  /** Converts a pixel of the stored image, from its corner (PS3.3 C.10.5.1.2). */
  readonly toPage: (column: number, row: number) => PagePoint;
  readonly box: Box;
}

/**
 * Fits an image into a box as it was viewed: flipped, then turned clockwise. `rendered`: its size with square pixels.
 * It touches the box's upper left corner.
 */
export function placeImage(
  { facts, view }: Pick<DrawnImage, 'facts' | 'view'>,
  rendered: { readonly width: number; readonly height: number },
  room: Box,
): PlacedImage {
  const rotation = view?.rotation ?? 0;
  const isAcross = rotation === 90 || rotation === 270;
  const [width, height] = isAcross ? [rendered.height, rendered.width] : [rendered.width, rendered.height];
  const fit = Math.min(room.width / width, room.height / height);
  const box = { ...room, width: width * fit, height: height * fit };
  const place = (across: number, down: number): PagePoint => {
    const [x, y] = turn(view?.flip ? 1 - across : across, down, rotation);
    return [box.left + x * box.width, box.top - y * box.height];
  };
  const [origin, right, up] = [place(0, 1), place(1, 1), place(0, 0)];
  return {
    matrix: [right[0] - origin[0], right[1] - origin[1], up[0] - origin[0], up[1] - origin[1], ...origin],
    toPage: (column, row) => place(column / facts.columns, row / facts.rows),
    box,
  };
}

/** Turns a point of the square of 1 x 1 clockwise; y grows down. */
function turn(x: number, y: number, rotation: 0 | 90 | 180 | 270): PagePoint {
  if (rotation === 90) return [1 - y, x];
  if (rotation === 180) return [1 - x, 1 - y];
  return rotation === 270 ? [y, 1 - x] : [x, y];
}

const barLengthsMm = [1, 2, 5, 10, 20, 50, 100, 200];
const maxBarShare = 0.3;

/** A scale bar: its length on the page, and what it stands for. */
export interface ScaleBar {
  readonly points: number;
  readonly millimeters: number;
  readonly isAtDetector: boolean;
}

/** Returns the longest round scale bar that fits; null without a scale, and with several ultrasound regions. */
export function scaleBarOf(
  { facts, frame }: Pick<DrawnImage, 'facts' | 'frame'>,
  placed: PlacedImage,
): ScaleBar | null {
  const { patientSpacings, detectorSpacing, regions } = facts;
  const ofPatient = patientSpacings[patientSpacings.length > 1 ? frame - 1 : 0] ?? null;
  const ofRegion = regions.length === 1 ? (regions[0]?.spacing ?? null) : null;
  const spacing = regions.length > 0 ? ofRegion : (detectorSpacing ?? ofPatient);
  if (spacing === null) return null;
  const [from, to] = [placed.toPage(0, 0), placed.toPage(1, 0)];
  const pointsPerMm = Math.hypot(to[0] - from[0], to[1] - from[1]) / spacing.across;
  const millimeters = barLengthsMm.findLast((length) => length * pointsPerMm <= placed.box.width * maxBarShare);
  if (millimeters === undefined) return null;
  return { points: millimeters * pointsPerMm, millimeters, isAtDetector: spacing === detectorSpacing };
}
