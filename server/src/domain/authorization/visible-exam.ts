import type { ExamType } from '@medcloud/contract/shapes/exams';

/** An exam that a session may view, as audit events name it. */
export interface VisibleExam {
  examId: string;
  centerId: string;
  patientUuid: string;
  examType: ExamType;
  /** `none`: no virus scanner was set when it arrived. */
  scanState: 'none' | 'waiting' | 'clean' | 'infected';
  /** For a doctor: the grant, and the patient's public ID. */
  grantId?: string;
  publicPatientId?: string;
}
