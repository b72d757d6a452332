import type { FrameIndex } from '@medcloud/dicom';

/**
 * Positions of an instance's frames within it (within its inflated data set if that is deflated). `even`: contiguous
 * frames of equal length. `listed`: offset and length of each range of each frame, alternating.
 */
export type FrameTable =
  | { readonly kind: 'even'; readonly offset: number; readonly length: number; readonly count: number }
  | { readonly kind: 'listed'; readonly frames: number[][] };

/** Returns the shortest table for these frames. */
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

/** Returns the ranges of frame `number`, counted from 1; undefined if it does not exist. */
export function rangesOfFrame(table: FrameTable, number: number): { offset: number; length: number }[] | undefined {
  if (number < 1 || number > frameCount(table)) return undefined;
  if (table.kind === 'even') return [{ offset: table.offset + (number - 1) * table.length, length: table.length }];
  const offsetsAndLengths = table.frames[number - 1] ?? [];
  return Array.from({ length: offsetsAndLengths.length / 2 }, (_, index) => ({
    offset: offsetsAndLengths[2 * index] ?? 0,
    length: offsetsAndLengths[2 * index + 1] ?? 0,
  }));
}
