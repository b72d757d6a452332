import type { ExamType } from '@medcloud/contract/shapes/exams';
import type { DropPerson } from './summarize-drop.ts';

const typeOfModality: Readonly<Record<string, ExamType>> = {
  ...{ PT: 'pet-ct', MR: 'mri', CT: 'ct', US: 'ultrasound', IVUS: 'ultrasound' },
  ...{ CR: 'xray', DX: 'xray', MG: 'xray', RF: 'xray', XA: 'xray', RG: 'xray', PX: 'xray', IO: 'xray' },
};

/** Returns the form's values from a person's files. Unknown values are empty. */
export function prefillFields({ studies }: Pick<DropPerson, 'studies'>): {
  examType: ExamType | '';
  examDate: string;
  physician: string;
} {
  const modalities = studies.flatMap(({ series }) => series.map(({ modality }) => modality));
  // a PET exam includes its own CT; a report implies no type
  const examTypes = modalities.flatMap((modality) => typeOfModality[modality] ?? []);
  const examType = examTypes.includes('pet-ct') ? 'pet-ct' : (examTypes[0] ?? '');
  const physician = studies.map((study) => study.physician).find((name) => name !== '') ?? '';
  return { examType, examDate: studies[0]?.date ?? '', physician };
}
