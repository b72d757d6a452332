import { type AuditEntry, record } from '../audit/record/record.ts';
import { ownScope } from '../authorization/authorize.ts';
import type { RequestContext } from '../authorization/principal.ts';
import type { DbContext } from '../core/context.ts';
import type { DownloadEnd } from '../exams/log-download-end.ts';
import { getOwnExam } from './read-own-exams.ts';
import { getOwnPlace } from './store.ts';
import { toPatientFields } from './to-patient-fields.ts';

/** A download of an own exam, as its audit events name it. */
export type OwnDownload = Omit<AuditEntry, 'event' | 'details'>;

/** Describes a download by a patient for the audit log. Throws as `getOwnExam` does. */
export async function describeOwnDownload(
  { db }: DbContext,
  request: RequestContext,
  secret: string,
  examId: string,
): Promise<OwnDownload> {
  return await db.read(ownScope(secret), async (tx) => {
    const { examType } = await getOwnExam(tx, examId);
    const fields = toPatientFields(request, await getOwnPlace(tx));
    return { ...fields, object: { kind: 'exam', id: examId }, examType };
  });
}

/** Records a download, before its first byte (`end` is null) or at its end, when the session may have ended. */
export async function logOwnDownload(
  { db }: DbContext,
  secret: string,
  download: OwnDownload,
  end: DownloadEnd | null,
): Promise<void> {
  const details = { content: 'exam', ...(end === null ? {} : { bytes: end.bytes, complete: end.isComplete }) };
  const event = end === null ? 'own_exam_downloaded' : 'own_exam_download_ended';
  await db.within(ownScope(secret), (tx) => record(tx, { ...download, event, details }));
}
