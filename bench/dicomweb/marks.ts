/** Marks that a response must reach: the best figures measured elsewhere, or better. An absent field means no mark. */
export interface Marks {
  /** Maximum time until the last byte. */
  readonly ms?: number;
  readonly firstByteMs?: number;
  /** Minimum share of the speed of plain files. */
  readonly share?: number;
  /** Minimum share of Orthanc's speed. */
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

/** Formats each mark and whether it was reached. */
export function formatMarks(marks: Marks, measured: Measurements): string {
  return kinds
    .flatMap((kind) => {
      const [mark, value] = [marks[kind], measured[kind]];
      if (mark === undefined || value === null) return [];
      const isReached = moreIsBetter.has(kind) ? value >= mark : value <= mark;
      return [`must ${markTexts[kind](mark)}: ${isReached ? 'reached' : 'NOT reached'}`];
    })
    .join(', ');
}
