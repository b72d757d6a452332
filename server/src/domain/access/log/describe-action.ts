import { type ExamType, examTypes } from '@medcloud/contract';

/** Names an action of a doctor or a patient in the access logs, by audit event. */
const actionOfEvent: Readonly<Record<string, 'list' | 'view' | 'download'>> = {
  exams_listed: 'list',
  exam_viewed: 'view',
  exam_downloaded: 'download',
  own_exam_viewed: 'view',
  own_exam_downloaded: 'download',
};

/** Describes an audited event for the access logs; null for an event they do not show. */
export function describeAction(row: {
  event: string;
  examType: string | null;
}): { what: 'list' | 'view' | 'download'; examType: ExamType | null } | null {
  const what = actionOfEvent[row.event];
  return what === undefined ? null : { what, examType: examTypes.find((type) => type === row.examType) ?? null };
}
