import {
  type AnnotationDraft,
  type AnnotationSet,
  type AnnotationSetWithItems,
  withoutDeleted,
} from '@medcloud/contract';
import type { AppKeys } from '../keys/app-keys.ts';
import { decryptHeading, decryptItems, openSetKey } from './encrypted-content.ts';
import type { Author, SetRow } from './set-store.ts';
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

/** Returns a saved set as a list shows it. */
export function showSet(
  keys: AppKeys,
  row: Omit<SetRow, 'encryptedItems' | 'updatedAt'>,
  reader: Author,
): AnnotationSet {
  const { title, author } = decryptHeading(openSetKey(keys, row), row.encryptedHeading);
  return {
    id: row.id,
    author: {
      name: author,
      kind: row.authorDoctorId === null ? 'center' : 'doctor',
      isSelf: row.authorUserId === reader.userId,
    },
    title,
    visibility: row.visibility,
    version: row.revision,
    itemCount: row.itemCount,
    objects: { sr: 0, pr: 0, ko: 0, ...row.objectCounts },
    savedAt: row.savedAt.toISOString(),
  };
}

export function showSetWithItems(keys: AppKeys, row: SetRow, reader: Author): AnnotationSetWithItems {
  const items = withoutDeleted(decryptItems(openSetKey(keys, row), row.encryptedItems));
  return { ...showSet(keys, row, reader), items };
}
