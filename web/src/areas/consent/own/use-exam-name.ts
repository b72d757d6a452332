import type { OwnExams } from '@medcloud/contract/shapes/viewing';
import { useBodyPart } from '../../../preview/use-body-part.ts';
import { useUiText } from '../../../text/language.tsx';

/** Returns a function that names an exam by its type and body part. */
export function useExamName(): (exam: OwnExams['exams'][number]) => string {
  const ui = useUiText();
  const bodyPartOf = useBodyPart();
  return ({ examType, ...summary }) => {
    const bodyPart = bodyPartOf(summary);
    return ui(`examType.${examType}`) + (bodyPart === null ? '' : `, ${bodyPart}`);
  };
}
