import { fillPath } from '@medcloud/contract/route';
import { examSeriesThumbnail } from '@medcloud/contract/routes/dicom-web';
import { examToOpen } from '@medcloud/contract/routes/exams';
import { useCall } from './use-call.ts';

/** An exam with its patient and its series; it is a look at the exam, and traced as one. */
export const useExamToOpen = (examId: string) => useCall(examToOpen, { params: { id: examId } });

/** The address of a series' small picture, for an `img`: the cookie authorizes it. */
export function thumbnailAddress(examId: string, { studyUid, seriesUid }: { studyUid: string; seriesUid: string }) {
  return fillPath(examSeriesThumbnail.path, { examId, study: studyUid, series: seriesUid });
}
