import type { Annotation } from '@medcloud/contract';
import type { PdfPath, PdfText } from '../../../platform/pdf/pdf-writer.ts';
import type { DrawnImage, NumberedItem } from './list-drawn-images.ts';
import { type PagePoint, type PlacedImage, scaleBarOf } from './place-image.ts';
import type { ValueWords } from './value-words.ts';

interface Drawing {
  readonly paths: readonly PdfPath[];
  readonly texts: readonly PdfText[];
}

const textSize = 8;
const bold = 1;
const lineHeight = 10;
const ellipseSteps = 64;
const crossPoints = 4;

/** Draws an image's items with their numbers and values, and the scale bar. */
export function drawImage(drawnImage: DrawnImage, placed: PlacedImage, words: ValueWords): Drawing {
  const items = drawnImage.items.map((one) => drawItem(one, placed, words));
  const bar = drawScaleBar(drawnImage, placed, words);
  return {
    paths: [...items.flatMap(({ paths }) => paths), ...bar.paths],
    texts: [...items.flatMap(({ texts }) => texts), ...bar.texts],
  };
}

function drawItem({ item, number }: NumberedItem, placed: PlacedImage, words: ValueWords): Drawing {
  const points = item.points.map(([x, y]) => placed.toPage(x, y));
  const paths = listLines(item, points);
  const at = points.at(-1);
  if (at === undefined) return { paths, texts: [] };
  const lines = [`${number}${item.label === undefined ? '' : ` ${item.label}`}`, ...words.sizes(item)];
  if (item.kind === 'probe') lines.push(...words.values(item));
  return { paths, texts: writeLines(lines, at, placed) };
}

/** Writes lines below and right of a point, within the image's left and lower edge. */
function writeLines(lines: readonly string[], [x, y]: PagePoint, { box }: PlacedImage): PdfText[] {
  const lowest = box.top - box.height + 4;
  const first = Math.max(y - lineHeight, lowest + (lines.length - 1) * lineHeight);
  const left = Math.max(box.left + 2, Math.min(x + 5, box.left + box.width - 60));
  return lines.map((text, index) => ({
    x: left,
    y: first - index * lineHeight,
    text: text.normalize('NFC'),
    size: textSize,
    font: bold,
    isOnImage: true,
  }));
}

const line = (points: readonly PagePoint[]): PdfPath => ({ points, isClosed: false });

function listLines({ kind }: Annotation, points: readonly PagePoint[]): PdfPath[] {
  const [a, b, c, d] = points;
  if (a === undefined) return [];
  if (kind === 'rectangle') return [{ points, isClosed: true }];
  if (kind === 'ellipse' && b && c && d) return [{ points: outlineOf(a, b, c, d), isClosed: true }];
  if (kind === 'cobb') return [line(points.slice(0, 2)), line(points.slice(2))];
  if (kind === 'arrow' && b) return [line([a, b]), line(headOf(a, b))];
  if (kind === 'probe') return crossAt(a);
  return kind === 'text' ? [] : [line(points)];
}

/** An ellipse by the ends of both axes. */
function outlineOf(a: PagePoint, b: PagePoint, c: PagePoint, d: PagePoint): PagePoint[] {
  const center = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2] as const;
  const [one, other] = [
    [(b[0] - a[0]) / 2, (b[1] - a[1]) / 2],
    [(d[0] - c[0]) / 2, (d[1] - c[1]) / 2],
  ] as const;
  return Array.from({ length: ellipseSteps }, (_, step): PagePoint => {
    const angle = (step * 2 * Math.PI) / ellipseSteps;
    const [along, across] = [Math.cos(angle), Math.sin(angle)];
    return [center[0] + one[0] * along + other[0] * across, center[1] + one[1] * along + other[1] * across];
  });
}

function headOf(tip: PagePoint, tail: PagePoint): PagePoint[] {
  const angle = Math.atan2(tail[1] - tip[1], tail[0] - tip[0]);
  const side = (turn: number): PagePoint => [tip[0] + 7 * Math.cos(angle + turn), tip[1] + 7 * Math.sin(angle + turn)];
  return [side(0.45), tip, side(-0.45)];
}

function crossAt([x, y]: PagePoint): PdfPath[] {
  return [
    line([
      [x - crossPoints, y],
      [x + crossPoints, y],
    ]),
    line([
      [x, y - crossPoints],
      [x, y + crossPoints],
    ]),
  ];
}

function drawScaleBar(drawnImage: DrawnImage, placed: PlacedImage, { t }: ValueWords): Drawing {
  const bar = scaleBarOf(drawnImage, placed);
  if (bar === null) return { paths: [], texts: [] };
  const [x, y] = [placed.box.left + 8, placed.box.top - placed.box.height + 10];
  const length = `${bar.millimeters} mm`;
  const text = bar.isAtDetector ? t('pdf.atDetector', { value: length }) : length;
  return {
    paths: [
      line([
        [x, y + 4],
        [x, y],
        [x + bar.points, y],
        [x + bar.points, y + 4],
      ]),
    ],
    texts: [{ x, y: y + 6, text, size: textSize, font: bold, isOnImage: true }],
  };
}
