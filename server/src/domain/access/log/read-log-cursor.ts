import { issueCode } from '@medcloud/contract';
import { createFieldFault } from '@medcloud/contract/faults';

/**
 * Finds where the next page of a log starts, by the id of the last entry shown. Throws `validation` if there is no such
 * entry.
 */
export async function readLogCursor<Place>(
  field: 'cursor' | 'logAfter',
  cursor: string,
  find: (id: number) => Promise<Place | null>,
): Promise<Place> {
  const place = /^\d{1,15}$/.test(cursor) ? await find(Number(cursor)) : null;
  if (place === null) throw createFieldFault(field, issueCode('cursor_invalid'));
  return place;
}
