import { documentExamTypes } from '@medcloud/contract/choices';
import { Fault } from '@medcloud/contract/faults';
import { limits } from '@medcloud/contract/limits';
import type { ExamType } from '@medcloud/contract/shapes/exams';
import { issueCode } from '@medcloud/contract/validation-codes';
import { DOCUMENT_TAIL_BYTES, type DocumentKind, extentOf, isCompleteDocument, SNIFF_BYTES } from '@medcloud/dicom';
import type { ObjectKey } from '../../../platform/blobs/container.ts';
import type { EncryptedStore } from '../../../platform/blobs/encrypted-store.ts';
import type { ExamContentName } from '../../core/column-values.ts';

/** Returns whether the content is a document and not DICOM. */
export function isDocument(content: ExamContentName): content is DocumentKind {
  return content !== 'dcm' && content !== 'zip';
}

/**
 * Checks a stored document by its first and last bytes, decrypted. Decodes nothing here: workers do, where a hostile
 * file can do no harm. Throws `too_large` (over 50 MB) and `unreadable_document` (truncated, two files in one, too many
 * pixels).
 */
export async function checkDocument(objects: EncryptedStore, objectKey: ObjectKey, kind: DocumentKind): Promise<void> {
  const object = await objects.open(objectKey);
  try {
    const { sizeBytes } = object;
    if (sizeBytes > limits.documentBytes) throw new Fault('too_large', { reason: issueCode('document_too_large') });
    const head = await object.bytes({ start: 0, end: Math.min(SNIFF_BYTES, sizeBytes) });
    const extent = extentOf(kind, head);
    if (extent !== null && extent.columns * extent.rows > limits.documentPixels)
      throw new Fault('unreadable_document', { reason: issueCode('image_too_large') });
    const tail = await object.bytes({ start: Math.max(0, sizeBytes - DOCUMENT_TAIL_BYTES), end: sizeBytes });
    if (extent?.columns === 0 || !isCompleteDocument(kind, tail)) throw new Fault('unreadable_document');
  } finally {
    await object.close();
  }
}

/** Throws `unsupported_type` unless the exam type allows documents (results and letters). Images come as DICOM. */
export function checkDocumentType(content: ExamContentName, examType: ExamType): void {
  if (isDocument(content) && !documentExamTypes.includes(examType))
    throw new Fault('unsupported_type', { reason: issueCode('document_type_not_allowed') });
}
