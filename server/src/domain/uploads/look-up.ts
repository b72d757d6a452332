import { limits, type UploadInParts } from '@medcloud/contract';
import type { CenterScope } from '../authorization/scope.ts';
import { showExam } from '../exams/show.ts';
import { findExam } from '../exams/store.ts';
import type { Portal } from '../portal/portal.ts';
import { uploadOfCenter } from './open-upload.ts';
import { showUpload } from './show.ts';
import { listOpenUploads } from './store.ts';

/** Where a center's upload stands. Fails with `not_found`. */
export async function lookUpUpload(portal: Portal, scope: CenterScope, id: string): Promise<UploadInParts> {
  const row = await uploadOfCenter(portal, scope, id);
  const { examId } = row;
  const exam = examId && (await portal.db.within(scope, (tx) => findExam(tx, scope.centerId, examId)));
  return showUpload(portal, row, exam ? showExam(exam, portal.keys) : null);
}

/** The center's uploads that go on, so that whoever comes back can go on with them. */
export async function listUploads(portal: Portal, scope: CenterScope): Promise<UploadInParts[]> {
  const rows = await portal.db.within(scope, (tx) => listOpenUploads(tx, scope.centerId, limits.openUploads));
  return rows.map((row) => showUpload(portal, row, null));
}
