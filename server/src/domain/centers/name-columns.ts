import { toSortKey } from '@medcloud/contract/names/fold';
import { createNameKey } from '@medcloud/contract/names/search-key';

/** Returns the columns of a center's name: the name, its search key in either alphabet, and its sort key. */
export function nameColumns(name: string): { name: string; name_key: string; name_order: string } {
  const composed = name.normalize('NFC');
  return { name: composed, name_key: createNameKey('', composed), name_order: toSortKey(composed) };
}
