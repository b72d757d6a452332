import { type ExamType, examTypes } from '@medcloud/contract';

/** How the access logs name what a doctor did, by the event of the audit trail. */
const actionOfEvent: Readonly<Record<string, 'list' | 'view' | 'download'>> = {
  exams_listed: 'list',
  exam_viewed: 'view',
  exam_downloaded: 'download',
};

/** What an audited event was, to whoever may know who looked; null for any other event. */
export function describeAction(row: {
  event: string;
  examType: string | null;
}): { what: 'list' | 'view' | 'download'; examType: ExamType | null } | null {
  const what = actionOfEvent[row.event];
  return what === undefined ? null : { what, examType: examTypes.find((type) => type === row.examType) ?? null };
}
