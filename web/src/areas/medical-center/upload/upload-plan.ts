import type { ExamType } from '@medcloud/contract/shapes/exams';
import type { UploadFields, UploadPlan } from '../../../upload/queue.ts';

/** The fields of the upload form as typed. */
export interface UploadFormFields {
  patientId: string;
  examType: ExamType | '';
  examDate: string;
  referringPhysician: string;
  notes: string;
}

export const emptyUpload: UploadFormFields = {
  patientId: '',
  examType: '',
  examDate: '',
  referringPhysician: '',
  notes: '',
};

/** In the order of the page. */
export const uploadFieldNames = [
  'patientId',
  'examType',
  'examDate',
  'referringPhysician',
  'notes',
] as const satisfies (keyof UploadFields)[];

/** Returns whether a second attempt is the same upload. It then uses the same key and cannot create a second exam. */
export function isSamePlan(one: Omit<UploadPlan, 'patientName'>, other: Omit<UploadPlan, 'patientName'>): boolean {
  const names = [...uploadFieldNames, 'mismatchReason', 'mismatchFields'] as const;
  return one.file === other.file && names.every((name) => one.fields[name] === other.fields[name]);
}
