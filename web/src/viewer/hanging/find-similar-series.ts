import type { ViewerSeries } from '@medcloud/contract/shapes/viewing';
import { type DataSet, numberOf } from '@medcloud/dicom/json';
import { planeNameOf } from '../links/image-plane.ts';

type SeriesFacts = Pick<ViewerSeries, 'modality' | 'description' | 'frames'>;

/** A series with its first instance's attributes, where they are known. */
export interface ComparedSeries<S extends SeriesFacts> {
  readonly series: S;
  readonly attributes: DataSet | undefined;
}

const wordsOf = (description: string | null) => new Set(description?.toLowerCase().match(/[\p{L}\p{N}.]+/gu) ?? []);

/** Returns the share of words that two descriptions have in common, 0 to 1. */
function commonWords(one: string | null, other: string | null): number {
  const [a, b] = [wordsOf(one), wordsOf(other)];
  const common = [...a].filter((word) => b.has(word)).length;
  return common === 0 ? 0 : common / (a.size + b.size - common);
}

const ratio = (one: number, other: number) => Math.min(one, other) / Math.max(one, other, 1);

/** Returns how alike two series' planes and slice thicknesses are, 0 to 3; 0 where they are not known. */
function likenessOfImages(one: DataSet | undefined, other: DataSet | undefined): number {
  if (!one || !other) return 0;
  const [plane, otherPlane] = [planeNameOf(one), planeNameOf(other)];
  const [thickness, otherThickness] = [numberOf(one, '00180050'), numberOf(other, '00180050')];
  const isSamePlane = plane !== undefined && plane === otherPlane;
  return (isSamePlane ? 2 : 0) + (thickness && otherThickness ? ratio(thickness, otherThickness) : 0);
}

/** Modality first, then the plane, words of the description, the thickness of slices, and the number of images. */
const likeness = (wanted: ComparedSeries<SeriesFacts>, one: ComparedSeries<SeriesFacts>) =>
  (one.series.modality === wanted.series.modality ? 8 : 0) +
  likenessOfImages(wanted.attributes, one.attributes) +
  2 * commonWords(one.series.description, wanted.series.description) +
  ratio(one.series.frames, wanted.series.frames) / 2;

/** Returns the series with images, those most like `wanted` first. */
export function rankSimilarSeries<S extends SeriesFacts>(
  wanted: ComparedSeries<SeriesFacts>,
  candidates: readonly ComparedSeries<S>[],
): readonly ComparedSeries<S>[] {
  return candidates
    .filter(({ series }) => series.frames > 0)
    .map((candidate) => ({ candidate, score: likeness(wanted, candidate) }))
    .toSorted((one, other) => other.score - one.score) // stable: the first one of equals
    .map(({ candidate }) => candidate);
}
