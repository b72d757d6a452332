import type { Annotation, AnnotationStats } from '@medcloud/contract/shapes/annotations';
import { textOf } from '@medcloud/dicom/json';
import { examOf } from '../loading/fetch-series.ts';
import type { ExamItem } from '../measure/known-images.ts';
import { type PlaneName, planeMeasurementKinds, planeNames } from '../tool-names.ts';
import type { Figure, PlaneItem, PlaneValues } from './plane-item.ts';
import { pointsOf } from './plane-item.ts';
import { alignPlanes, type Planes } from './planes.ts';
import type { Blend, Slab } from './slab.ts';
import { cross, dot, minus, plus, scale, type Vector3 } from './vector.ts';
import type { VolumeGeometry } from './volume/volume-geometry.ts';

/** The series whose planes are measured on. */
export interface MeasuredSeries {
  readonly examId: string;
  readonly seriesUid: string;
  /** Undefined if its images have none: measurements then last while the viewer is open. */
  readonly frameOfReference: string | undefined;
}

/** The drafts and layers that contain what is measured on planes. */
export interface PlaneStore {
  /** Returns the items of an exam, also those on images and of other series. */
  readonly itemsOf: (examId: string) => readonly ExamItem[];
  readonly put: (examId: string, item: Omit<Annotation, 'updatedAt'>) => void;
  readonly remove: (examId: string, id: string) => void;
}

/** Returns the series of a volume's images. */
export function seriesOf({ frames: [frame], frameOfReference }: VolumeGeometry): MeasuredSeries {
  const { imageId = '', attributes = {} } = frame ?? {};
  return { examId: examOf(imageId), seriesUid: textOf(attributes, '0020000E') ?? imageId, frameOfReference };
}

/** UCUM's codes of the units of values. Others are the same. */
const codes: Readonly<Record<string, string>> = {
  HU: "[hnsf'U]",
  SUV: 'g/mL{SUVbw}',
  counts: '{counts}',
  'counts/s': '{counts}/s',
};
const unitOf = (code = '') => Object.entries(codes).find(([, one]) => one === code)?.[0] ?? code;

const blendNames = { max: 'mip', min: 'minip', mean: 'average' } as const satisfies Record<Blend, string>;

const digits = 4; // of a millimeter
const round = (vector: Vector3): [number, number, number] => [
  Number(vector[0].toFixed(digits)),
  Number(vector[1].toFixed(digits)),
  Number(vector[2].toFixed(digits)),
];

function toStats({ figure, areaMm2, statistics, isApproximate }: PlaneValues): AnnotationStats {
  const common = { scale: 'patient', ...(areaMm2 === undefined ? {} : { area: areaMm2 }) } as const;
  if (!figure) return common;
  const { value, unit } = figure;
  if (unit === 'mm') return { ...common, length: value };
  if (unit === '°') return { ...common, angle: value };
  const { sd, min, max } = statistics ?? {};
  return {
    ...common,
    mean: value,
    ...(sd === undefined || min === undefined || max === undefined ? {} : { sd, min, max }),
    ...(unit === '' ? {} : { unit: codes[unit] ?? unit }),
    ...(isApproximate ? { approximate: true } : {}),
  };
}

function toValues({
  length,
  angle,
  area,
  mean,
  sd,
  min,
  max,
  unit,
  approximate,
}: Partial<AnnotationStats>): PlaneValues {
  const figure: Figure | undefined =
    length !== undefined
      ? { value: length, unit: 'mm' }
      : angle !== undefined
        ? { value: angle, unit: '°' }
        : mean === undefined
          ? undefined
          : { value: mean, unit: unitOf(unit) };
  const hasStatistics = mean !== undefined && sd !== undefined && min !== undefined && max !== undefined;
  return {
    figure,
    areaMm2: area,
    statistics: hasStatistics ? { mean, sd, min, max, count: 0 } : undefined,
    isApproximate: approximate ?? false,
    pet: undefined,
  };
}

/** Converts a measurement on a plane to an item of the draft. */
export function toAnnotation(
  item: PlaneItem,
  { seriesUid, frameOfReference }: MeasuredSeries & { readonly frameOfReference: string },
): Omit<Annotation, 'updatedAt'> {
  const { id, kind, label, slab, normal, values } = item;
  const { thicknessMm, blend } = slab;
  const plane = {
    frameOfReference,
    series: seriesUid,
    normal: [...normal] satisfies number[] as [number, number, number],
    thicknessMm,
    blend: thicknessMm > 0 ? blendNames[blend] : ('none' as const),
  };
  return {
    ...{ id, kind, on: { plane }, points: pointsOf(item).map(round), stats: toStats(values) },
    ...(label ? { label } : {}),
  };
}

const unit = (vector: Vector3): Vector3 | undefined => {
  const length = Math.hypot(...vector);
  return length > 1e-6 ? scale(vector, 1 / length) : undefined;
};

/** Returns a direction at a right angle to another one. */
function acrossOf(normal: Vector3): Vector3 {
  const other: Vector3 = Math.abs(normal[0]) < 0.9 ? [1, 0, 0] : [0, 1, 0];
  return unit(minus(other, scale(normal, dot(other, normal)))) ?? other;
}

function slabOf({ thicknessMm, blend }: { thicknessMm: number; blend: string }): Slab {
  const known = (['max', 'min', 'mean'] as const).find((one) => blendNames[one] === blend);
  return { thicknessMm, blend: known ?? 'max' };
}

/** Converts an item of a draft or a saved set to a measurement on a plane. Undefined for one on an image. */
export function toPlaneItem(annotation: Annotation & { readonly isLayer?: boolean }): PlaneItem | undefined {
  const { id, on, label, stats = {}, isLayer = false } = annotation;
  const kind = planeMeasurementKinds.find((one) => one === annotation.kind);
  if (!kind || !('plane' in on)) return undefined;
  const points = annotation.points.map(([x, y, z = 0]): Vector3 => [x, y, z]);
  const [a = [0, 0, 0], b = [0, 0, 0], c = [0, 0, 0], d = [0, 0, 0]] = points;
  const { normal } = on.plane;
  const isEllipse = kind === 'ellipse';
  const across = unit(minus(b, a)) ?? acrossOf(normal);
  const down = unit(isEllipse ? minus(d, c) : minus(d, a)) ?? cross(normal, across);
  // an ellipse is dragged by two opposite corners of the rectangle around it
  const half = scale(minus(d, c), 0.5);
  const corners: Vector3[] = isEllipse ? [minus(a, half), plus(b, half)] : [a, c];
  const isArea = isEllipse || kind === 'rectangle';
  const shape = { handles: isArea ? corners : points, across, down, normal, slab: slabOf(on.plane) };
  return { id, kind, ...shape, label, isLayer, values: toValues(stats) };
}

/** Turns the planes as little as needed to show an item's plane. Returns them with the name of the one that shows it. */
export function planesShowing(
  item: Pick<PlaneItem, 'normal'>,
  planes: Planes,
  axes: VolumeGeometry['axes'],
): { name: PlaneName; planes: Planes } {
  const normal: Vector3 = [dot(item.normal, axes[0]), dot(item.normal, axes[1]), dot(item.normal, axes[2])];
  const straightness = (name: PlaneName) => Math.abs(dot(planes[name].normal, normal));
  const name = planeNames.reduce((best, one) => (straightness(one) > straightness(best) + 1e-9 ? one : best));
  return { name, planes: alignPlanes(planes, name, normal, axes) };
}
