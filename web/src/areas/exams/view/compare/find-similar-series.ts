import type { ViewerSeries } from '@medcloud/contract/shapes/viewing';

type SeriesFacts = Pick<ViewerSeries, 'modality' | 'description' | 'frames'>;

const wordsOf = (description: string | null) => new Set(description?.toLowerCase().match(/[\p{L}\p{N}.]+/gu) ?? []);

/** Returns the share of words that two descriptions have in common, 0 to 1. */
function commonWords(one: string | null, other: string | null): number {
  const [a, b] = [wordsOf(one), wordsOf(other)];
  const common = [...a].filter((word) => b.has(word)).length;
  return common === 0 ? 0 : common / (a.size + b.size - common);
}

const ratio = (one: number, other: number) => Math.min(one, other) / Math.max(one, other, 1);

/** Modality first, then words of the description, then the number of images. */
const likeness = (wanted: SeriesFacts, one: SeriesFacts) =>
  (one.modality === wanted.modality ? 4 : 0) +
  2 * commonWords(one.description, wanted.description) +
  ratio(one.frames, wanted.frames);

/** Returns the series that is most like another, among those with images; the first one of several. */
export function findSimilarSeries<S extends SeriesFacts>(wanted: SeriesFacts, candidates: readonly S[]): S | undefined {
  const [first, ...rest] = candidates.filter(({ frames }) => frames > 0);
  return rest.reduce((best, one) => (best && likeness(wanted, one) > likeness(wanted, best) ? one : best), first);
}
