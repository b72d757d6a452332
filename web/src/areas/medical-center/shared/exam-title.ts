import type { Exam } from '@medcloud/contract/shapes/exams';
import { useFormat } from '../../../text/format.ts';
import { useText, useUiText } from '../../../text/language.tsx';

/** Returns an exam's title: its type and date. */
export function useExamTitle(): (exam: Pick<Exam, 'examType' | 'examDate'>) => string {
  const t = useText('center');
  const ui = useUiText();
  const format = useFormat();
  return ({ examType, examDate }) => t('exam.title', { type: ui(`examType.${examType}`), day: format.day(examDate) });
}
