import { faults } from '@medcloud/contract/faults';
import { limits } from '@medcloud/contract/limits';
import { hasRoomFor, type StorageUse } from '@medcloud/contract/quota';
import { sentences } from '@medcloud/contract/sentences';

/** What the picker offers; the portal decides by content, so a dropped file of another name is sent as well. */
export const acceptedFiles = '.dcm,.zip,.dicom'; // specification, section 5

/** The same for blood tests and other exams alone (product, "Exams"). */
export const acceptedDocuments = '.pdf,.jpg,.jpeg,.png';

/** Why a file cannot be sent, before anything is: exactly 500 MB pass, one byte more does not, nor what the plan has no room for (as far as is known of it). */
export function fileProblem(file: Pick<File, 'size'>, use: StorageUse | null): string | undefined {
  if (file.size > limits.uploadBytes) return sentences.fileTooLarge;
  return use === null || hasRoomFor(use, file.size) ? undefined : faults.quota_exceeded.message;
}

/** Why an exam date cannot be right for a patient; both `YYYY-MM-DD`, `today` the reader's own. The portal asks the same. */
export function examDateProblem(examDate: string, dateOfBirth: string, today: string): string | undefined {
  if (examDate > dayAfter(today)) return sentences.examDateFuture;
  return examDate < dateOfBirth ? sentences.examDateBeforeBirth : undefined;
}

function dayAfter(day: string): string {
  const next = new Date(`${day}T00:00:00Z`);
  next.setUTCDate(next.getUTCDate() + 1);
  return next.toISOString().slice(0, 10);
}
