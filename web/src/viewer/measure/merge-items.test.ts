import type { DraftItem } from '@medcloud/contract/shapes/annotations';
import { describe, expect, it } from 'vitest';
import { mergeItems, withoutOldDeletions } from './merge-items.ts';

const at = (second: number) => new Date(Date.UTC(2026, 10, 27, 12, 0, 0) + second * 1_000).toISOString();
const item = (id: string, second: number, label = ''): DraftItem => ({
  id,
  kind: 'text',
  on: { image: { sop: '1.2', frame: 1 } },
  points: [[1, 1]],
  label,
  updatedAt: at(second),
});
const deleted = (id: string, second: number): DraftItem => ({ id, deleted: true, updatedAt: at(second) });

describe('mergeItems', () => {
  it.each<[string, DraftItem[], DraftItem[], DraftItem[]]>([
    ['items of both', [item('a', 1)], [item('b', 1)], [item('b', 1), item('a', 1)]],
    ['my newer change', [item('a', 2, 'mine')], [item('a', 1, 'theirs')], [item('a', 2, 'mine')]],
    ['their newer change', [item('a', 1, 'mine')], [item('a', 2, 'theirs')], [item('a', 2, 'theirs')]],
    ['their change of the same time', [item('a', 1, 'mine')], [item('a', 1, 'theirs')], [item('a', 1, 'theirs')]],
    ['my deletion of the same time', [deleted('a', 1)], [item('a', 1)], [deleted('a', 1)]],
    ['their deletion of the same time', [item('a', 1)], [deleted('a', 1)], [deleted('a', 1)]],
    ['an item that came back after its deletion', [item('a', 2)], [deleted('a', 1)], [item('a', 2)]],
  ])('keeps %s', (_, mine, theirs, expected) => {
    expect(mergeItems(mine, theirs)).toEqual(expected);
  });

  it('gives both tabs the same, whichever merges last', () => {
    const one = [item('a', 1), deleted('b', 3), item('c', 5)];
    const other = [item('a', 2), item('b', 3), deleted('d', 1)];
    const byId = (items: DraftItem[]) => items.toSorted((a, b) => a.id.localeCompare(b.id));
    expect(byId(mergeItems(one, other))).toEqual(byId(mergeItems(other, one)));
  });
});

it('withoutOldDeletions drops the oldest deletions and no item', () => {
  const deletions = Array.from({ length: 210 }, (_, index) => deleted(`d${index}`, index));
  const remaining = withoutOldDeletions([item('a', -1), ...deletions]);
  expect(remaining).toHaveLength(201);
  expect(remaining.map(({ id }) => id)).toEqual(expect.arrayContaining(['a', 'd10', 'd209']));
  expect(remaining.some(({ id }) => id === 'd9')).toBe(false);
});
