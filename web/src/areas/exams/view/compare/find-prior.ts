import type { EarlierExam, ViewerExam } from '@medcloud/contract/shapes/viewing';

/** Returns the latest earlier exam of the same type and, if both name one, the same body part. */
export function findPrior({ exam, timeline }: Pick<ViewerExam, 'exam' | 'timeline'>): EarlierExam | undefined {
  const parts = new Set(exam.summary?.bodyParts);
  return timeline.exams.find(({ id, examType, examDate, summary }) => {
    const isEarlier = id !== exam.id && examDate <= exam.examDate && examType === exam.examType;
    const ofPrior = summary?.bodyParts ?? [];
    const isSamePart = parts.size === 0 || ofPrior.length === 0 || ofPrior.some((part) => parts.has(part));
    return isEarlier && isSamePart && (summary?.imageCount ?? 0) > 0;
  });
}
