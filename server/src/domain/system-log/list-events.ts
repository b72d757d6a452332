import { limits, sentences } from '@medcloud/contract';
import { fieldFault } from '@medcloud/contract/faults';
import { foldedWords } from '@medcloud/contract/names/fold';
import type { SystemLogEntry } from '@medcloud/contract/shapes/operations';
import { limitSearch } from '../../platform/db/like-words.ts';
import { isUuid } from '../../platform/ids/ids.ts';
import type { AdminScope } from '../authorization/scope.ts';
import type { Portal } from '../portal/portal.ts';
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

/** The system log, newest first. A search finds every word typed, in the sentence as either language says it. */
export async function listSystemLog(portal: Portal, scope: AdminScope, query: LogQuery): Promise<SystemLogPage> {
  const limit = query.limit ?? limits.listDefault;
  if (query.cursor !== undefined && !isUuid(query.cursor)) throw fieldFault('cursor', sentences.cursorInvalid);
  const filter = { level: query.level, source: query.source, words: foldedWords(query.search ?? '') };
  return await portal.db.within(scope, async (tx) => {
    if (query.search) await limitSearch(tx);
    const rows = await listEvents(tx, filter, { limit: limit + 1, before: query.cursor ?? null });
    const shown = rows.slice(0, limit);
    return {
      entries: shown.map(showEvent),
      total: await countEvents(tx, filter),
      cursor: rows.length > limit ? (shown.at(-1)?.id ?? null) : null,
    };
  });
}
