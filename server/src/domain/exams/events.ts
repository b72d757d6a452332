import type { CenterScope } from '../authorization/scope.ts';

/** A received file became an exam. Emitted after the upload is recorded. */
export interface ExamStored {
  readonly examId: string;
  readonly centerId: string;
}

/** A center withdrew an exam: it cannot be viewed any more. */
export interface ExamWithdrawn {
  readonly examId: string;
}

/** A patient whose key wraps the keys of an exam, and that key as stored. */
interface ExamPatient {
  readonly patientUuid: string;
  readonly wrappedKey: Buffer;
}

/** A center moved an exam to another patient. Emitted after the exam's rows name the new one. */
export interface ExamMoved {
  readonly examId: string;
  /** Of the center. */
  readonly scope: CenterScope;
  readonly from: ExamPatient;
  readonly to: ExamPatient;
}
