import type { DraftItem } from '@medcloud/contract/shapes/annotations';

/** Deleted items that a draft keeps, so that another tab does not bring them back. */
const maxDeleted = 200;

/** Returns whether `mine` is newer than `theirs`. At the same time a deletion wins, then what the server has. */
function isNewer(mine: DraftItem, theirs: DraftItem): boolean {
  const difference = Date.parse(mine.updatedAt) - Date.parse(theirs.updatedAt);
  return difference === 0 ? 'deleted' in mine && !('deleted' in theirs) : difference > 0;
}

/** Merges two states of a draft item by item, so that neither loses a change (docs/decisions/051). */
export function mergeItems(mine: Iterable<DraftItem>, theirs: Iterable<DraftItem>): DraftItem[] {
  const merged = new Map([...theirs].map((item) => [item.id, item]));
  for (const item of mine) {
    const other = merged.get(item.id);
    if (!other || isNewer(item, other)) merged.set(item.id, item);
  }
  return [...merged.values()];
}

/** Returns the items without the oldest deleted ones, of which a draft has a limited number. */
export function withoutOldDeletions(items: readonly DraftItem[]): DraftItem[] {
  const deleted = items.filter((item) => 'deleted' in item);
  const oldest = deleted
    .toSorted((one, other) => Date.parse(other.updatedAt) - Date.parse(one.updatedAt))
    .slice(maxDeleted);
  const dropped = new Set(oldest.map(({ id }) => id));
  return items.filter(({ id }) => !dropped.has(id));
}
