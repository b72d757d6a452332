import type { Tx } from '../../platform/db/database.ts';
import { askedBy } from '../audit/actor.ts';
import { record } from '../audit/record.ts';
import type { Asking } from '../authorization/who.ts';
import type { SearchLevel } from './read-search.ts';

/** The trace of a search through everything that somebody may see: how many it found, and not what was asked for. */
export async function traceSearch(tx: Tx, asking: Asking, level: SearchLevel, count: number): Promise<void> {
  await record(tx, { event: 'studies_searched', ...askedBy(asking), details: { level, count } });
}
