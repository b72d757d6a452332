import { limits, type ResumableUpload } from '@medcloud/contract';
import type { CenterScope } from '../authorization/scope.ts';
import type { KeyContext } from '../core/context.ts';
import { findExam } from '../exams/reads.ts';
import { showExam } from '../exams/show.ts';
import { getUploadRow } from './decrypt-upload.ts';
import { showUpload } from './show.ts';
import { listOpenUploads } from './store.ts';

/** Returns the state of a center's upload. Throws `not_found`. */
export async function getUpload(context: KeyContext, scope: CenterScope, id: string): Promise<ResumableUpload> {
  const row = await getUploadRow(context, scope, id);
  const { examId } = row;
  const exam = examId && (await context.db.within(scope, (tx) => findExam(tx, scope.centerId, examId)));
  return showUpload(context, row, exam ? showExam(exam, context.keys) : null);
}

/** Lists the center's open uploads, so a client that returns can resume them. */
export async function listUploads(context: KeyContext, scope: CenterScope): Promise<ResumableUpload[]> {
  const rows = await context.db.within(scope, (tx) => listOpenUploads(tx, scope.centerId, limits.openUploads));
  return rows.map((row) => showUpload(context, row, null));
}
