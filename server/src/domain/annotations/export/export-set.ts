import type { AnnotationFormat } from '@medcloud/contract';
import { Fault } from '@medcloud/contract/faults';
import { isUuid } from '../../../platform/ids/ids.ts';
import { record } from '../../audit/record/record.ts';
import { toAuditFields } from '../../audit/record/to-audit-fields.ts';
import type { RequestContext } from '../../authorization/principal.ts';
import type { CenterScope, DoctorScope } from '../../authorization/scope.ts';
import type { VisibleExam } from '../../authorization/visible-exam.ts';
import type { KeyContext } from '../../core/context.ts';
import type { Tx } from '../../database.ts';
import { toAuditSubject } from '../audit-subject.ts';
import { openSetKey } from '../encrypted-content.ts';
import { findObject, openObject } from '../object-store.ts';
import { type Author, findVisibleSet, type SetRow } from '../set-store.ts';
import { showSetWithItems } from '../show.ts';
import { encodeCsv } from './encode-csv.ts';

export interface SetFile {
  readonly bytes: Buffer;
  readonly contentType: string;
  readonly fileName: string;
}

/**
 * Returns a file of the newest version of a set that the caller may see. Throws the same `not_found` for an unknown set,
 * for one that is not shared, and for a kind of object that it does not have. A HEAD request is not logged.
 */
export async function exportSet(
  { db, keys }: KeyContext,
  scope: CenterScope | DoctorScope,
  request: RequestContext<Author>,
  exam: VisibleExam,
  setId: string,
  { format, part, isHead }: { format: Exclude<AnnotationFormat, 'pdf'>; part: number; isHead: boolean },
): Promise<SetFile> {
  const { set, object } = await db.within(scope, async (tx) => {
    const found = await recordExport(tx, request, exam, setId, { format, isHead });
    const stored =
      format === 'csv' ? null : await findObject(tx, setId, found.revision, { kind: format, position: part });
    if (format !== 'csv' && stored === null) throw new Fault('not_found');
    return { set: found, object: stored };
  });
  const fileName = `annotations_${setId}_${set.revision}`;
  if (object !== null) {
    const bytes = await openObject(openSetKey(keys, set), object);
    return { bytes, contentType: 'application/dicom', fileName: `${fileName}_${format}.dcm` };
  }
  const { items } = showSetWithItems(keys, set, request.principal);
  const bytes = Buffer.from(encodeCsv(items, request.principal.language), 'utf8');
  return { bytes, contentType: 'text/csv; charset=utf-8', fileName: `${fileName}.csv` };
}

/** Finds a set that the caller may see and records its export, unless it is a HEAD request. Throws `not_found`. */
export async function recordExport(
  tx: Tx,
  request: RequestContext<Author>,
  exam: VisibleExam,
  setId: string,
  { format, isHead }: { format: AnnotationFormat; isHead: boolean },
): Promise<SetRow> {
  const found = isUuid(setId) ? await findVisibleSet(tx, exam.examId, request.principal, setId) : null;
  if (found === null) throw new Fault('not_found');
  const subject = toAuditSubject(exam, setId, { version: found.revision, format });
  if (!isHead) await record(tx, { event: 'annotation_exported', ...toAuditFields(request), ...subject });
  return found;
}
