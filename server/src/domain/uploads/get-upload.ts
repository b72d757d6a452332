import { limits, type ResumableUpload } from '@medcloud/contract';
import type { CenterScope } from '../authorization/scope.ts';
import type { AppContext } from '../core/context.ts';
import { showExam } from '../exams/show.ts';
import { findExam } from '../exams/store.ts';
import { getUploadRow } from './decrypt-upload.ts';
import { showUpload } from './show.ts';
import { listOpenUploads } from './store.ts';

/** Where a center's upload stands. Fails with `not_found`. */
export async function getUpload(context: AppContext, scope: CenterScope, id: string): Promise<ResumableUpload> {
  const row = await getUploadRow(context, scope, id);
  const { examId } = row;
  const exam = examId && (await context.db.within(scope, (tx) => findExam(tx, scope.centerId, examId)));
  return showUpload(context, row, exam ? showExam(exam, context.keys) : null);
}

/** The center's uploads that go on, so that whoever comes back can go on with them. */
export async function listUploads(context: AppContext, scope: CenterScope): Promise<ResumableUpload[]> {
  const rows = await context.db.within(scope, (tx) => listOpenUploads(tx, scope.centerId, limits.openUploads));
  return rows.map((row) => showUpload(context, row, null));
}
