import type { SeriesIndex } from '../index/manifest.ts';
import { LruCache } from './lru-cache.ts';

const maxIndexBytes = 16 * 1_048_576;
const maxTableBytes = 4 * 1_048_576;
const maxMetadataBytes = 16 * 1_048_576;
const maxListImageBytes = 4 * 1_048_576;

/** Caches of what scrolling through a series reads repeatedly. */
export interface SeriesCaches {
  /** Indexes by manifest id. */
  readonly indexes: LruCache<SeriesIndex>;
  /** Positions of a series' cached frames, by the object's id. */
  readonly frameTables: LruCache<Buffer>;
  /** Inflated metadata of small series, by manifest id. */
  readonly metadata: LruCache<Buffer>;
  /** Thumbnails in the size of lists, by the thumbnail's id. */
  readonly listImages: LruCache<string>;
}

export function createSeriesCaches(): SeriesCaches {
  return {
    indexes: new LruCache(maxIndexBytes),
    frameTables: new LruCache(maxTableBytes),
    metadata: new LruCache(maxMetadataBytes),
    listImages: new LruCache(maxListImageBytes),
  };
}
