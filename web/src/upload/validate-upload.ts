import { limits } from '@medcloud/contract/limits';
import { hasRoomFor, type StorageUse } from '@medcloud/contract/quota';
import { issueCode } from '@medcloud/contract/validation-codes';

/** Extensions for the file dialog. The server decides by content, so dropped files with other names are also sent. */
export const acceptedFiles = '.dcm,.zip,.dicom'; // specification, section 5

/** Extensions only for blood tests and other exams (product, "Exams"). */
export const acceptedDocuments = '.pdf,.jpg,.jpeg,.png';

/**
 * Returns why a file cannot be sent, or undefined. Accepts exactly 500 MB and rejects one byte more.
 * Also rejects a file that exceeds the plan's storage, if `usage` is known.
 */
export function validateFile(file: Pick<File, 'size'>, usage: StorageUse | null): string | undefined {
  if (file.size > limits.uploadBytes) return issueCode('file_too_large');
  return usage === null || hasRoomFor(usage, file.size) ? undefined : 'quota_exceeded';
}

/**
 * Returns why an exam date is invalid, or undefined. Days are `YYYY-MM-DD`, `today` is the user's. The server checks it
 * too.
 */
export function validateExamDate(examDate: string, dateOfBirth: string, today: string): string | undefined {
  if (examDate > dayAfter(today)) return issueCode('exam_date_future');
  return examDate < dateOfBirth ? issueCode('exam_date_before_birth') : undefined;
}

function dayAfter(day: string): string {
  const next = new Date(`${day}T00:00:00Z`);
  next.setUTCDate(next.getUTCDate() + 1);
  return next.toISOString().slice(0, 10);
}
