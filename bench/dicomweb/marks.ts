/** What an answer must reach: what was measured of the best that others do, or better. Nothing said: no mark. */
export interface Marks {
  /** Until its last byte, at most. */
  readonly ms?: number;
  readonly firstByteMs?: number;
  /** Of the speed of plain files, at least. */
  readonly share?: number;
  /** Of Orthanc's speed, at least. */
  readonly ofOrthanc?: number;
  readonly mbPerSecond?: number;
}

export type Measurements = { readonly [M in keyof Marks]-?: number | null };

const markTexts: Record<keyof Marks, (mark: number) => string> = {
  ms: (mark) => `${mark} ms`,
  firstByteMs: (mark) => `first byte ${mark} ms`,
  share: (mark) => `${mark} of plain files`,
  ofOrthanc: (mark) => `${mark} of Orthanc`,
  mbPerSecond: (mark) => `${mark} MB/s`,
};
const moreIsBetter = new Set<keyof Marks>(['share', 'ofOrthanc', 'mbPerSecond']);
const kinds = ['ms', 'share', 'ofOrthanc', 'mbPerSecond', 'firstByteMs'] as const;

/** Each mark, and whether it was reached. */
export function judge(marks: Marks, measured: Measurements): string {
  return kinds
    .flatMap((kind) => {
      const [mark, value] = [marks[kind], measured[kind]];
      if (mark === undefined || value === null) return [];
      const isReached = moreIsBetter.has(kind) ? value >= mark : value <= mark;
      return [`must ${markTexts[kind](mark)}: ${isReached ? 'reached' : 'NOT reached'}`];
    })
    .join(', ');
}
