import type { AnnotationDraft } from '@medcloud/contract';
import type { AppKeys } from '../keys/app-keys.ts';
import { decryptItems, openSetKey } from './encrypted-content.ts';
import type { DraftRow } from './store.ts';

/** Returns a draft for its author: revision 0 without items if there is none. */
export function showDraft(keys: AppKeys, row: DraftRow | null): AnnotationDraft {
  if (row === null) return { revision: 0, items: [], updatedAt: null };
  return {
    revision: row.revision,
    items: decryptItems(openSetKey(keys, row), row.encryptedItems),
    updatedAt: row.updatedAt.toISOString(),
  };
}
