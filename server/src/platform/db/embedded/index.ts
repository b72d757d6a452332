import { type EmbeddedOptions, type EmbeddedPostgres, startEmbeddedIn } from './supervisor.ts';
import { systemSurroundings } from './surroundings.ts';

export type { EmbeddedOptions, EmbeddedPostgres };

/**
 * A PostgreSQL of our own on `dataFolder`, ready for queries: makes the database on the first start, adopts a server that
 * runs on it already, else starts one. Safe to call from several processes at once. Fails with `EmbeddedError` alone
 * where an operator can do something about it.
 */
export function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  return startEmbeddedIn(systemSurroundings, options);
}
