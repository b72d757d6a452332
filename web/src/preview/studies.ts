import type { ViewerSeries } from '@medcloud/contract/shapes/viewing';

/** A study of an exam, with its series in their order. */
export interface StudyOfExam {
  readonly studyUid: string;
  readonly studyDate: string | null;
  readonly series: ViewerSeries[];
}

/** The series by their studies, in the order in which they come. */
export function studiesOf(series: readonly ViewerSeries[]): StudyOfExam[] {
  const studies = new Map<string, StudyOfExam>();
  for (const one of series) {
    const study = studies.get(one.studyUid) ?? { studyUid: one.studyUid, studyDate: one.studyDate, series: [] };
    study.series.push(one);
    studies.set(one.studyUid, study);
  }
  return [...studies.values()];
}

/** How many images a series has: its frames, and of what has none (a report) none. */
export function countImages(series: readonly Pick<ViewerSeries, 'frames'>[]): number {
  return series.reduce((sum, { frames }) => sum + frames, 0);
}
