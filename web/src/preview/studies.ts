import type { ViewerSeries } from '@medcloud/contract/shapes/viewing';

/** A study of an exam, with its series in exam order. */
export interface StudyOfExam {
  readonly studyUid: string;
  readonly studyDate: string | null;
  readonly series: ViewerSeries[];
}

/** Groups series by study, in order of first appearance. */
export function studiesOf(series: readonly ViewerSeries[]): StudyOfExam[] {
  const studies = new Map<string, StudyOfExam>();
  for (const one of series) {
    const study = studies.get(one.studyUid) ?? { studyUid: one.studyUid, studyDate: one.studyDate, series: [] };
    study.series.push(one);
    studies.set(one.studyUid, study);
  }
  return [...studies.values()];
}

/** Counts the images of all series, by frames. A series without frames (a report) counts as zero. */
export function countImages(series: readonly Pick<ViewerSeries, 'frames'>[]): number {
  return series.reduce((sum, { frames }) => sum + frames, 0);
}
