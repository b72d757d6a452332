import { type PlaneGrid, sliceAt } from './plane-grid.ts';
import type { Plane, PlaneAxes } from './planes.ts';
import { type Blend, type Slab, slabOffsets } from './slab.ts';
import type { SliceValues, Volume } from './volume/volume.ts';

interface AlignedSampling {
  readonly volume: Volume;
  readonly plane: Plane;
  readonly axes: PlaneAxes;
  /** Along the axis through the plane, in millimeters. The plane's normal may run the other way. */
  readonly depth: number;
  readonly slab: Slab;
  readonly reduction: number;
  readonly grid: PlaneGrid;
  readonly values: Float32Array;
}

/** A row or column of pixels: values of one image at equal distances. */
interface Run {
  readonly from: number;
  readonly step: number;
  readonly count: number;
  readonly to: number;
  readonly toStep: number;
}

/** Blends a run of an image's values into `values`. The first one replaces them. */
function blendRun(slice: SliceValues, values: Float32Array, run: Run, blend: Blend | 'first'): void {
  const { step, count, toStep } = run;
  let [from, to] = [run.from, run.to];
  if (blend === 'first') for (let n = 0; n < count; n++, from += step, to += toStep) values[to] = slice[from] ?? 0;
  else if (blend === 'mean')
    for (let n = 0; n < count; n++, from += step, to += toStep) values[to] = (values[to] ?? 0) + (slice[from] ?? 0);
  else if (blend === 'max')
    for (let n = 0; n < count; n++, from += step, to += toStep) {
      const value = slice[from] ?? 0;
      if (value > (values[to] ?? 0)) values[to] = value;
    }
  else
    for (let n = 0; n < count; n++, from += step, to += toStep) {
      const value = slice[from] ?? 0;
      if (value < (values[to] ?? 0)) values[to] = value;
    }
}

/** Returns the indexes along the scroll axis whose values the slab blends. */
function layersOf({ volume, plane, axes, depth, slab }: AlignedSampling): number[] {
  const { through } = axes;
  const start = through === 2 ? 0 : volume.start[through];
  const middle = through === 2 ? sliceAt(volume, depth) : Math.round((depth - start) / volume.spacing[through]);
  const reach = (slabOffsets(volume, plane, slab).length - 1) / 2;
  return Array.from({ length: 2 * reach + 1 }, (_, index) => middle - reach + index).filter(
    (layer) => layer >= 0 && layer < volume.dimensions[through],
  );
}

/** Fills `values` with a plane along the axes of a volume. No value is interpolated. */
export function sampleAligned(sampling: AlignedSampling): void {
  const { volume, axes, slab, reduction, grid, values } = sampling;
  const { slices, nearest, dimensions } = volume;
  const { across, down, through } = axes;
  const indexOf = ({ axis, isReversed }: PlaneAxes['across'], pixel: number) =>
    isReversed ? dimensions[axis] - 1 - pixel * reduction : pixel * reduction;
  const layers = layersOf(sampling);
  // each run of pixels lies in one image: a column of the plane if the images lie across it, else a row
  const [outer, inner] = across.axis === 2 ? [across, down] : [down, across];
  const [outerCount, count] = across.axis === 2 ? [grid.width, grid.height] : [grid.height, grid.width];
  const [outerTo, toStep] = across.axis === 2 ? [1, grid.width] : [grid.width, 1];
  const strides = [1, dimensions[0], 0] as const;
  const step = strides[inner.axis] * (inner.isReversed ? -reduction : reduction);
  for (let pixel = 0; pixel < outerCount; pixel++) {
    const outerIndex = indexOf(outer, pixel);
    const run = { step, count, to: pixel * outerTo, toStep };
    for (const [order, layer] of layers.entries()) {
      const image = outer.axis === 2 ? outerIndex : layer;
      const slice = slices[nearest[image] ?? -1];
      if (!slice) return void values.fill(Number.NaN); // nothing is loaded yet
      const from =
        strides[outer.axis] * outerIndex + strides[through] * layer + strides[inner.axis] * indexOf(inner, 0);
      blendRun(slice, values, { ...run, from }, order === 0 ? 'first' : slab.blend);
    }
  }
  if (layers.length === 0) values.fill(Number.NaN);
  if (slab.blend === 'mean' && layers.length > 1)
    for (let pixel = 0; pixel < values.length; pixel++) values[pixel] = (values[pixel] ?? 0) / layers.length;
}
