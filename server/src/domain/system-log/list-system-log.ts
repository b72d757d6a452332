import { issueCode, limits } from '@medcloud/contract';
import { createFieldFault } from '@medcloud/contract/faults';
import { foldWords } from '@medcloud/contract/names/fold';
import type { SystemLogEntry } from '@medcloud/contract/shapes/operations';
import { setSearchTimeout } from '../../platform/db/queries/like-patterns.ts';
import { isUuid } from '../../platform/ids/ids.ts';
import type { AdminScope } from '../authorization/scope.ts';
import type { DbContext } from '../core/context.ts';
import { showEvent } from './show.ts';
import { countEvents, listEvents, type SystemEventFilter } from './store.ts';

interface LogQuery extends Partial<Pick<SystemEventFilter, 'level' | 'source'>> {
  search?: string | undefined;
  limit?: number | undefined;
  cursor?: string | undefined;
}

export interface SystemLogPage {
  entries: SystemLogEntry[];
  total: number;
  cursor: string | null;
}

/** Lists the system log, newest first. A search matches every typed word in the sentence of either language. */
export async function listSystemLog(context: DbContext, scope: AdminScope, query: LogQuery): Promise<SystemLogPage> {
  const limit = query.limit ?? limits.listDefault;
  if (query.cursor !== undefined && !isUuid(query.cursor))
    throw createFieldFault('cursor', issueCode('cursor_invalid'));
  const filter = { level: query.level, source: query.source, words: foldWords(query.search ?? '') };
  return await context.db.within(scope, async (tx) => {
    if (query.search) await setSearchTimeout(tx);
    const rows = await listEvents(tx, filter, { limit: limit + 1, before: query.cursor ?? null });
    const shown = rows.slice(0, limit);
    return {
      entries: shown.map(showEvent),
      total: await countEvents(tx, filter),
      cursor: rows.length > limit ? (shown.at(-1)?.id ?? null) : null,
    };
  });
}
