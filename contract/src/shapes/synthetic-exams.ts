import type { ViewerExam } from './viewing.ts';

/** An element of the DICOM JSON model (PS3.18 annex F). */
interface JsonElement {
  readonly vr: string;
  readonly Value?: readonly unknown[];
  readonly BulkDataURI?: string;
}

/** A series of a synthetic exam: one image an instance. */
export interface SyntheticSeries {
  readonly studyUid: string;
  readonly seriesUid: string;
  /** The instances in viewing order, as the metadata of a series. */
  readonly metadata: readonly Readonly<Record<string, JsonElement>>[];
  /** Address of the file with the frames of all instances. */
  readonly file: string;
  /** The first byte of each frame in the file, and the file's length. */
  readonly offsets: readonly number[];
  readonly transferSyntax: string;
  /** A small image of the series, as a data URL. */
  readonly thumbnail: string;
}

export interface SyntheticExam {
  readonly view: ViewerExam;
  readonly series: readonly SyntheticSeries[];
}

/** What `/try` shows, newest first: written by `tools/synthetic-exams`, read by the page instead of the API. */
export interface SyntheticExams {
  readonly exams: readonly SyntheticExam[];
}

/** The address of that file. */
export const syntheticExamsPath = '/try/exams.json';

/** The ids of the exams: the current one and the one of the year before. */
export const syntheticExamIds = { current: 'ct-2026', prior: 'ct-2025' } as const;
