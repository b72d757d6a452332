import { record } from '../audit/record/record.ts';
import { toAuditFields } from '../audit/record/to-audit-fields.ts';
import type { RequestContext } from '../authorization/principal.ts';
import type { Tx } from '../database.ts';
import type { SearchLevel } from './parse-search.ts';

/** Logs a search through everything the scope may see: the number of results, never the search terms. */
export async function logSearch(tx: Tx, request: RequestContext, level: SearchLevel, count: number): Promise<void> {
  await record(tx, { event: 'studies_searched', ...toAuditFields(request), details: { level, count } });
}
