import type { SeriesToView } from '@medcloud/contract/shapes/viewing';

/** A study of an exam, with its series in their order. */
export interface StudyOfExam {
  readonly studyUid: string;
  readonly studyDate: string | null;
  readonly series: SeriesToView[];
}

/** The series by their studies, in the order in which they come. */
export function studiesOf(series: readonly SeriesToView[]): StudyOfExam[] {
  const studies = new Map<string, StudyOfExam>();
  for (const one of series) {
    const study = studies.get(one.studyUid) ?? { studyUid: one.studyUid, studyDate: one.studyDate, series: [] };
    study.series.push(one);
    studies.set(one.studyUid, study);
  }
  return [...studies.values()];
}

/** How many images a series has: its frames, and of what has none (a report) none. */
export function imagesOf(series: readonly Pick<SeriesToView, 'frames'>[]): number {
  return series.reduce((sum, { frames }) => sum + frames, 0);
}
