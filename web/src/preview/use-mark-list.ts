import { type FileMark, fileMarks } from '@medcloud/contract/choices';
import type { Exam } from '@medcloud/contract/shapes/exams';
import { useText } from '../text/language.tsx';

/** Returns a sentence with the counts of an exam's marks: "1 program, 2 scripts". Empty without marks. */
export function useMarkList(): (marks: Exam['marks']) => string {
  const t = useText('exams.content');
  return (marks = {}) =>
    fileMarks
      .flatMap((mark: FileMark) => (marks[mark] === undefined ? [] : [t(`mark.${mark}`, { count: marks[mark] })]))
      .join(', ');
}
