import { type AuditEventName, listEventsOfGroup } from '@medcloud/contract/operations/audit-events';

/** No access to a record: the portal's own work, a code's SMS, an upload that stored nothing yet, and ends of others. */
const excluded: ReadonlySet<AuditEventName> = new Set<AuditEventName>([
  'exam_upload_begun',
  'exam_upload_ended',
  'exam_upload_refused',
  'exam_viewing_ended',
  'exam_download_ended',
  'own_exam_download_ended',
  'exam_viewable',
  'exam_unviewable',
  'exam_infected',
  'consent_code_sent',
  'consent_code_refused',
  'consent_overview_opened',
  'looks_told',
]);

/** The kinds of events in a report: all that concern patients, exams and consent, except `excluded`. */
export const reportEvents: readonly AuditEventName[] = (['patients', 'exams', 'consent'] as const)
  .flatMap(listEventsOfGroup)
  .filter((event) => !excluded.has(event));
