import type { Patient } from '@medcloud/contract/shapes/people';
import { useFormat } from '../../../text/format.ts';
import { useText } from '../../../text/language.tsx';

/** Formats id and date of birth, which distinguish two patients of the same name. */
export function usePatientSummary(): (patient: Patient) => string {
  const t = useText('upload');
  const format = useFormat();
  return ({ patientId, dateOfBirth, erasedAt }) =>
    erasedAt === undefined ? t('patientLine', { patientId, day: format.day(dateOfBirth) }) : patientId;
}
