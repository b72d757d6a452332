import { limits, type SupportMessageSummary, type SupportMessagesQuery, sentences } from '@medcloud/contract';
import { fieldFault } from '@medcloud/contract/faults';
import { normalizeSupportReference } from '@medcloud/contract/support-reference';
import type { Reader } from '../../platform/db/database.ts';
import { isUuid } from '../../platform/ids/ids.ts';
import type { AdminScope } from '../authorization/scope.ts';
import type { Portal } from '../portal/portal.ts';
import { showSummary } from './show.ts';
import { countSupportMessages, findSupportPlace, listSupportMessages, type SupportPlace } from './store.ts';

export interface SupportList {
  messages: SupportMessageSummary[];
  total: number;
  cursor: string | null;
}

/** What people wrote to the operator: newest first, or urgent ones first; by state and by the beginning of a reference. */
export async function listMessages(
  portal: Portal,
  scope: AdminScope,
  query: SupportMessagesQuery,
): Promise<SupportList> {
  const typed = query.search?.trim() ?? '';
  const reference = typed === '' ? null : normalizeSupportReference(typed);
  if (typed !== '' && reference === null) return { messages: [], total: 0, cursor: null };
  const filter = { state: query.state ?? null, reference };
  const limit = query.limit ?? limits.listDefault;
  return await portal.db.within(scope, async (tx) => {
    const after = await placeOf(tx, query.cursor);
    const page = { urgentFirst: query.sort === 'urgent', limit: limit + 1, after };
    const rows = await listSupportMessages(tx, filter, page);
    const shown = rows.slice(0, limit);
    return {
      messages: shown.map((row) => showSummary(portal.keys, row)),
      total: await countSupportMessages(tx, filter),
      cursor: rows.length > limit ? (shown.at(-1)?.id ?? null) : null,
    };
  });
}

async function placeOf(tx: Reader, cursor: string | undefined): Promise<SupportPlace | null> {
  if (cursor === undefined) return null;
  const place = isUuid(cursor) ? await findSupportPlace(tx, cursor) : null;
  if (place === null) throw fieldFault('cursor', sentences.cursorInvalid);
  return place;
}
