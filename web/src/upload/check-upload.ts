import { limits } from '@medcloud/contract/limits';
import { sentences } from '@medcloud/contract/sentences';

/** What the picker offers; the portal decides by content, so a dropped file of another name is sent as well. */
export const acceptedFiles = '.dcm,.zip,.dicom'; // specification, section 5

/** Why a file cannot be sent, before anything is: exactly 500 MB pass, one byte more does not. */
export function fileProblem(file: Pick<File, 'size'>): string | undefined {
  return file.size > limits.uploadBytes ? sentences.fileTooLarge : undefined;
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
