import type { ExamType } from '@medcloud/contract/shapes/exams';
import type { DropPerson } from './summarize-drop.ts';

const typeOfModality: Readonly<Record<string, ExamType>> = {
  ...{ PT: 'pet-ct', MR: 'mri', CT: 'ct', US: 'ultrasound', IVUS: 'ultrasound' },
  ...{ CR: 'xray', DX: 'xray', MG: 'xray', RF: 'xray', XA: 'xray', RG: 'xray', PX: 'xray', IO: 'xray' },
};

/** What a person's files say of the fields of the form; empty where they say nothing. */
export function prefillFields({ studies }: Pick<DropPerson, 'studies'>): {
  examType: ExamType | '';
  examDate: string;
  physician: string;
} {
  const modalities = studies.flatMap(({ series }) => series.map(({ modality }) => modality));
  // a PET scan brings a CT of its own; a report brings nothing
  const examTypes = modalities.flatMap((modality) => typeOfModality[modality] ?? []);
  const examType = examTypes.includes('pet-ct') ? 'pet-ct' : (examTypes[0] ?? '');
  const physician = studies.map((study) => study.physician).find((name) => name !== '') ?? '';
  return { examType, examDate: studies[0]?.date ?? '', physician };
}
