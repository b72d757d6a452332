import { orderKey } from '@medcloud/contract/names/fold';
import { nameKey } from '@medcloud/contract/names/search-key';

/** A center's name as it is kept: itself, what it is found by in either alphabet, and what it is put in order by. */
export function nameColumns(name: string): { name: string; name_key: string; name_order: string } {
  const composed = name.normalize('NFC');
  return { name: composed, name_key: nameKey('', composed), name_order: orderKey(composed) };
}
