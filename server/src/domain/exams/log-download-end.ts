import { type AuditEntry, record } from '../audit/record/record.ts';
import { toAuditFields } from '../audit/record/to-audit-fields.ts';
import { systemScope } from '../authorization/authorize.ts';
import type { RequestContext } from '../authorization/principal.ts';
import type { AppContext } from '../core/context.ts';

/** The exam of a download as its events name it. */
export type DownloadEvent = Pick<AuditEntry, 'centerId' | 'patientId' | 'object' | 'examType' | 'purpose' | 'details'>;

/** How a download ended: the bytes that had left, and whether they were all that was asked for. */
export interface DownloadEnd {
  bytes: number;
  complete: boolean;
}

/** Notes that a download's answer is over. The session that asked may be too: the trace is written all the same. */
export async function logDownloadEnd(
  { db }: Pick<AppContext, 'db'>,
  request: RequestContext,
  download: DownloadEvent,
  { bytes, complete }: DownloadEnd,
): Promise<void> {
  const details = { ...download.details, bytes, complete };
  await db.within(systemScope('sweep'), (tx) =>
    record(tx, { event: 'exam_download_ended', ...toAuditFields(request), ...download, details }),
  );
}
