import type { Tx } from '../../platform/db/database.ts';
import { record } from '../audit/record/record.ts';
import { toAuditFields } from '../audit/record/to-audit-fields.ts';
import type { RequestContext } from '../authorization/principal.ts';
import type { SearchLevel } from './parse-search.ts';

/** The trace of a search through everything that somebody may see: how many it found, and not what was asked for. */
export async function logSearch(tx: Tx, request: RequestContext, level: SearchLevel, count: number): Promise<void> {
  await record(tx, { event: 'studies_searched', ...toAuditFields(request), details: { level, count } });
}
