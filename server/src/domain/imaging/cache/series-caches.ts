import type { SeriesIndex } from '../index/manifest.ts';
import { LruCache } from './lru-cache.ts';

const maxIndexBytes = 16 * 1_048_576;
const maxTableBytes = 4 * 1_048_576;

/** What is read again and again of series that one scrolls through. */
export interface SeriesCaches {
  /** By their manifest's id. */
  readonly indexes: LruCache<SeriesIndex>;
  /** Where the cached frames of a series lie, by their object's id. */
  readonly frameTables: LruCache<Buffer>;
}

export function createSeriesCaches(): SeriesCaches {
  return { indexes: new LruCache(maxIndexBytes), frameTables: new LruCache(maxTableBytes) };
}
