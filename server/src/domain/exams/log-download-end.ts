import { type AuditEntry, record } from '../audit/record/record.ts';
import { toAuditFields } from '../audit/record/to-audit-fields.ts';
import { eventScope } from '../authorization/authorize.ts';
import type { RequestContext } from '../authorization/principal.ts';
import type { DbContext } from '../core/context.ts';

/** The exam of a download, as its audit events name it. */
export type DownloadEvent = Pick<AuditEntry, 'centerId' | 'patientId' | 'object' | 'examType' | 'purpose' | 'details'>;

/** How a download ended: the bytes sent, and whether the requested range is complete. */
export interface DownloadEnd {
  bytes: number;
  isComplete: boolean;
}

/** Logs the end of a download. The session may have ended meanwhile. */
export async function logDownloadEnd(
  { db }: DbContext,
  request: RequestContext,
  download: DownloadEvent,
  { bytes, isComplete }: DownloadEnd,
): Promise<void> {
  const details = { ...download.details, bytes, complete: isComplete };
  await db.within(eventScope(request.principal), (tx) =>
    record(tx, { event: 'exam_download_ended', ...toAuditFields(request), ...download, details }),
  );
}
