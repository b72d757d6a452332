import { issueCode, limits, type SupportMessageSummary, type SupportMessagesQuery } from '@medcloud/contract';
import { createFieldFault } from '@medcloud/contract/faults';
import { normalizeSupportReference } from '@medcloud/contract/support-reference';
import { isUuid } from '../../platform/ids/ids.ts';
import type { AdminScope } from '../authorization/scope.ts';
import type { KeyContext } from '../core/context.ts';
import type { Reader } from '../database.ts';
import { showSummary } from './show.ts';
import { countSupportMessages, findSupportPosition, listSupportMessages, type SupportPosition } from './store.ts';

export interface SupportList {
  messages: SupportMessageSummary[];
  total: number;
  cursor: string | null;
}

/** Lists support messages, newest or urgent ones first, by state and by the prefix of a reference. */
export async function listMessages(
  context: KeyContext,
  scope: AdminScope,
  query: SupportMessagesQuery,
): Promise<SupportList> {
  const searchText = query.search?.trim() ?? '';
  const reference = searchText === '' ? null : normalizeSupportReference(searchText);
  if (searchText !== '' && reference === null) return { messages: [], total: 0, cursor: null };
  const filter = { state: query.state ?? null, reference };
  const limit = query.limit ?? limits.listDefault;
  return await context.db.within(scope, async (tx) => {
    const after = await findPosition(tx, query.cursor);
    const page = { isUrgentFirst: query.sort === 'urgent', limit: limit + 1, after };
    const rows = await listSupportMessages(tx, filter, page);
    const shown = rows.slice(0, limit);
    return {
      messages: shown.map((row) => showSummary(context.keys, row)),
      total: await countSupportMessages(tx, filter),
      cursor: rows.length > limit ? (shown.at(-1)?.id ?? null) : null,
    };
  });
}

async function findPosition(tx: Reader, cursor: string | undefined): Promise<SupportPosition | null> {
  if (cursor === undefined) return null;
  const position = isUuid(cursor) ? await findSupportPosition(tx, cursor) : null;
  if (position === null) throw createFieldFault('cursor', issueCode('cursor_invalid'));
  return position;
}
