import { faults } from '@medcloud/contract/faults';
import { limits } from '@medcloud/contract/limits';
import { hasRoomFor, type StorageUse } from '@medcloud/contract/quota';
import { validationMessages } from '@medcloud/contract/validation-messages';

/** What the picker offers; the portal decides by content, so a dropped file of another name is sent as well. */
export const acceptedFiles = '.dcm,.zip,.dicom'; // specification, section 5

/** The same for blood tests and other exams alone (product, "Exams"). */
export const acceptedDocuments = '.pdf,.jpg,.jpeg,.png';

/** Why a file cannot be sent, before anything is: exactly 500 MB pass, one byte more does not, nor what the plan has no room for (as far as is known of it). */
export function validateFile(file: Pick<File, 'size'>, usage: StorageUse | null): string | undefined {
  if (file.size > limits.uploadBytes) return validationMessages.fileTooLarge;
  return usage === null || hasRoomFor(usage, file.size) ? undefined : faults.quota_exceeded.message;
}

/** Why an exam date cannot be right for a patient; both `YYYY-MM-DD`, `today` the reader's own. The portal asks the same. */
export function validateExamDate(examDate: string, dateOfBirth: string, today: string): string | undefined {
  if (examDate > dayAfter(today)) return validationMessages.examDateFuture;
  return examDate < dateOfBirth ? validationMessages.examDateBeforeBirth : undefined;
}

function dayAfter(day: string): string {
  const next = new Date(`${day}T00:00:00Z`);
  next.setUTCDate(next.getUTCDate() + 1);
  return next.toISOString().slice(0, 10);
}
