import { askedBy } from '../audit/actor.ts';
import { type AuditEntry, record } from '../audit/record.ts';
import { systemScope } from '../authorization/may.ts';
import type { Asking } from '../authorization/who.ts';
import type { Portal } from '../portal/portal.ts';

/** The exam of a download as its events name it. */
export type DownloadTrace = Pick<AuditEntry, 'centerId' | 'patientId' | 'object' | 'examType' | 'purpose' | 'details'>;

/** How a download ended: the bytes that had left, and whether they were all that was asked for. */
export interface DownloadEnd {
  bytes: number;
  complete: boolean;
}

/** Notes that a download's answer is over. The session that asked may be too: the trace is written all the same. */
export async function noteDownloadEnded(
  { db }: Pick<Portal, 'db'>,
  asking: Asking,
  trace: DownloadTrace,
  { bytes, complete }: DownloadEnd,
): Promise<void> {
  const details = { ...trace.details, bytes, complete };
  await db.within(systemScope('sweep'), (tx) =>
    record(tx, { event: 'exam_download_ended', ...askedBy(asking), ...trace, details }),
  );
}
