import type { FrameIndex } from '@medcloud/dicom';

/**
 * Where an instance's frames lie in it (in its inflated data set, where that is deflated): `even`, one after the other
 * and equally long; `listed`, offset and length of each frame's pieces in turn.
 */
export type FrameTable =
  | { readonly kind: 'even'; readonly offset: number; readonly length: number; readonly count: number }
  | { readonly kind: 'listed'; readonly frames: number[][] };

/** The shortest table that says where these frames lie. */
export function frameTableOf(frames: FrameIndex): FrameTable {
  const [first] = frames[0] ?? [];
  const isEven =
    first !== undefined &&
    frames.every(
      (ranges, index) =>
        ranges.length === 1 &&
        ranges[0]?.length === first.length &&
        ranges[0].offset === first.offset + index * first.length,
    );
  if (isEven) return { kind: 'even', offset: first.offset, length: first.length, count: frames.length };
  return { kind: 'listed', frames: frames.map((ranges) => ranges.flatMap(({ offset, length }) => [offset, length])) };
}

export function frameCount(table: FrameTable): number {
  return table.kind === 'even' ? table.count : table.frames.length;
}

/** The pieces of frame `number`, counted from 1; undefined where there is no such frame. */
export function rangesOfFrame(table: FrameTable, number: number): { offset: number; length: number }[] | undefined {
  if (number < 1 || number > frameCount(table)) return undefined;
  if (table.kind === 'even') return [{ offset: table.offset + (number - 1) * table.length, length: table.length }];
  const offsetsAndLengths = table.frames[number - 1] ?? [];
  return Array.from({ length: offsetsAndLengths.length / 2 }, (_, index) => ({
    offset: offsetsAndLengths[2 * index] ?? 0,
    length: offsetsAndLengths[2 * index + 1] ?? 0,
  }));
}
