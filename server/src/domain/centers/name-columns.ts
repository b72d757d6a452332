import { toSortKey } from '@medcloud/contract/names/fold';
import { createNameKey } from '@medcloud/contract/names/search-key';

/** A center's name as it is kept: itself, what it is found by in either alphabet, and what it is put in order by. */
export function nameColumns(name: string): { name: string; name_key: string; name_order: string } {
  const composed = name.normalize('NFC');
  return { name: composed, name_key: createNameKey('', composed), name_order: toSortKey(composed) };
}
