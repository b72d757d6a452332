import type { SeriesIndex } from './manifest.ts';
import { ReadShelf } from './read-shelf.ts';

const mostIndexBytes = 16 * 1_048_576;
const mostTableBytes = 4 * 1_048_576;

/** What is read again and again of series that one scrolls through. */
export interface Shelves {
  /** By their manifest's id. */
  readonly indexes: ReadShelf<SeriesIndex>;
  /** Where the cached frames of a series lie, by their object's id. */
  readonly frameTables: ReadShelf<Buffer>;
}

export function openShelves(): Shelves {
  return { indexes: new ReadShelf(mostIndexBytes), frameTables: new ReadShelf(mostTableBytes) };
}
