import type { Exam } from '@medcloud/contract/shapes/exams';
import { readableDescription } from '../lib/exam-names/study-description.ts';
import { useFormat } from '../text/format.ts';
import { useText, useUiText } from '../text/language.tsx';
import { useBodyPart } from './use-body-part.ts';

/** What a person calls an exam. */
export interface ExamName {
  /** Its study description, else its type and body part, else its type. */
  title: string;
  /** Its body part with the side, unless the title is that; null if the files do not say. */
  bodyPart: string | null;
}

/** Returns a function that names an exam in the chosen language. */
export function useExamName(): (exam: Pick<Exam, 'examType' | 'summary'>) => ExamName {
  const t = useText('exams');
  const ui = useUiText();
  const bodyPartOf = useBodyPart();
  return ({ examType, summary }) => {
    const type = ui(`examType.${examType}`);
    if (summary === null) return { title: type, bodyPart: null };
    const [description, bodyPart] = [readableDescription(summary), bodyPartOf(summary)];
    if (description !== null) return { title: description, bodyPart };
    return { title: bodyPart === null ? type : t('typeAndPart', { type, part: bodyPart }), bodyPart: null };
  };
}

/** Returns a function that lists an exam's day, its body part and its number of images, as far as they are known. */
export function useExamFacts(): (exam: Pick<Exam, 'examType' | 'examDate' | 'summary'>) => string[] {
  const t = useText('exams');
  const format = useFormat();
  const nameOf = useExamName();
  return (exam) => {
    const { bodyPart } = nameOf(exam);
    const images = exam.summary?.imageCount ?? 0;
    return [
      format.day(exam.examDate),
      ...(bodyPart === null ? [] : [bodyPart]),
      ...(images === 0 ? [] : [t('images', { count: images })]),
    ];
  };
}
