import type { Color } from '@medcloud/dicom/lab-color';
import type { Segmentation } from '@medcloud/dicom/segmentation';
import type { Vector } from '../links/image-plane.ts';
import type { ExamOverlays, OverlayItem, OverlayObject } from './exam-overlays.ts';
import type { OverlayImage } from './overlay-image.ts';
import { contoursOnImage, type PlacedContour } from './place-contours.ts';
import { cornersOf, framesOnImage } from './place-segments.ts';

type CanvasPoint = readonly [number, number];

/** A pane's canvas, its image, and where points are in it, in CSS pixels. */
export interface OverlayTarget {
  readonly context: CanvasRenderingContext2D;
  readonly image: OverlayImage;
  readonly toCanvas: (point: Vector) => CanvasPoint | undefined;
  /** Of a corner of the image's pixels by column and row, from the outer corner of the first one. */
  readonly cornerToCanvas: (column: number, row: number) => CanvasPoint | undefined;
  /** Device pixels of a CSS pixel. */
  readonly scale: number;
}

/** Draws all shown overlays on an image. Segments whose pixels are still loading are drawn once they are there. */
export function drawOverlays(overlays: ExamOverlays, target: OverlayTarget): void {
  const { objects, hidden, opacity } = overlays.getSnapshot();
  for (const object of objects) {
    const items = object.items.filter(({ id }) => !hidden.has(id));
    if (items.length === 0) continue;
    if (object.segmentation) drawSegmentation(overlays, object, object.segmentation, { items, opacity, target });
    else for (const item of items) drawRegion(item, opacity, target);
  }
}

interface DrawnItems {
  readonly items: readonly OverlayItem[];
  readonly opacity: number;
  readonly target: OverlayTarget;
}

function drawSegmentation(
  overlays: ExamOverlays,
  object: OverlayObject,
  segmentation: Segmentation,
  { items, opacity, target }: DrawnItems,
): void {
  const byNumber = new Map(items.map((item) => [item.number, item.color]));
  for (const frame of framesOnImage(segmentation, target.image)) {
    if (frame.segment !== undefined && !byNumber.has(frame.segment)) continue;
    const values = overlays.pixelsOf(object, frame);
    if (!values) continue;
    const inPatient = cornersOf(frame, segmentation);
    const corners = inPatient
      ? inPatient.map(target.toCanvas)
      : [
          target.cornerToCanvas(0, 0),
          target.cornerToCanvas(segmentation.columns, 0),
          target.cornerToCanvas(0, segmentation.rows),
        ];
    const pixels = colorPixels(values, segmentation, (value) => colorOf(value, frame.segment, byNumber, segmentation));
    drawPixels(pixels, corners, opacity, target);
  }
}

/** A color, and how much of it: from 0 to 1. */
type Tint = readonly [color: Color, part: number];

function colorOf(
  value: number,
  segment: number | undefined,
  byNumber: ReadonlyMap<number, Color>,
  { type, maxFraction }: Segmentation,
): Tint | undefined {
  if (value === 0) return undefined;
  const color = byNumber.get(segment ?? value);
  return color && [color, type === 'fractional' ? Math.min(1, value / maxFraction) : 1];
}

/** Colors a frame's values, each value once. */
function colorPixels(
  values: Uint8Array | Uint16Array,
  { rows, columns }: Segmentation,
  tintOf: (value: number) => Tint | undefined,
): ImageData {
  const image = new ImageData(columns, rows);
  const tints = new Map<number, Tint | undefined>();
  for (let index = 0; index < values.length; index++) {
    const value = values[index] ?? 0;
    if (value === 0) continue;
    if (!tints.has(value)) tints.set(value, tintOf(value));
    const tint = tints.get(value);
    if (!tint) continue;
    const [[red, green, blue], part] = tint;
    image.data.set([red, green, blue, Math.round(255 * part)], 4 * index);
  }
  return image;
}

function drawPixels(
  image: ImageData,
  [origin, right, bottom]: readonly (CanvasPoint | undefined)[],
  opacity: number,
  { context, scale }: OverlayTarget,
): void {
  const buffer = new OffscreenCanvas(image.width, image.height);
  const bufferContext = buffer.getContext('2d');
  if (!origin || !right || !bottom || !bufferContext) return;
  bufferContext.putImageData(image, 0, 0);
  context.save();
  context.setTransform(
    ((right[0] - origin[0]) / image.width) * scale,
    ((right[1] - origin[1]) / image.width) * scale,
    ((bottom[0] - origin[0]) / image.height) * scale,
    ((bottom[1] - origin[1]) / image.height) * scale,
    origin[0] * scale,
    origin[1] * scale,
  );
  context.imageSmoothingEnabled = false;
  context.globalAlpha = opacity;
  context.drawImage(buffer, 0, 0);
  context.restore();
}

const pointRadius = 3;

function drawRegion({ region, color }: OverlayItem, opacity: number, target: OverlayTarget): void {
  const contours = region ? contoursOnImage(region, target.image) : [];
  if (contours.length === 0) return;
  const { context, scale } = target;
  context.save();
  context.setTransform(scale, 0, 0, scale, 0, 0);
  context.strokeStyle = `rgb(${color.join(' ')})`;
  context.fillStyle = context.strokeStyle;
  context.lineWidth = 1.5;
  // one path: what lies within an even number of contours is a hole
  const closed = new Path2D();
  for (const contour of contours) {
    if (contour.kind === 'closed') closed.addPath(pathOf(contour, target));
    else context.stroke(pathOf(contour, target));
  }
  context.stroke(closed);
  context.globalAlpha = opacity / 2;
  context.fill(closed, 'evenodd');
  context.restore();
}

function pathOf({ kind, points }: PlacedContour, { cornerToCanvas }: OverlayTarget): Path2D {
  const path = new Path2D();
  for (const [index, [column, row]] of points.entries()) {
    // a contour's points count from the center of the first pixel
    const [x, y] = cornerToCanvas(column + 0.5, row + 0.5) ?? [0, 0];
    if (kind === 'point') path.arc(x, y, pointRadius, 0, 2 * Math.PI);
    else if (index === 0) path.moveTo(x, y);
    else path.lineTo(x, y);
  }
  if (kind === 'closed') path.closePath();
  return path;
}
