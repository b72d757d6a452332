/** A received file became an exam. Emitted after the upload is recorded. */
export interface ExamStored {
  readonly examId: string;
  readonly centerId: string;
}

/** A center withdrew an exam: it cannot be viewed any more. */
export interface ExamWithdrawn {
  readonly examId: string;
}
