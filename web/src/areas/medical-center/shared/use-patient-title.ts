import type { Patient } from '@medcloud/contract/shapes/people';
import { patientName } from '../../../lib/names.ts';
import { useUiText } from '../../../text/language.tsx';

/** Returns the function that formats a patient's name, or that the patient was erased. */
export function usePatientTitle(): (patient: Pick<Patient, 'firstName' | 'lastName' | 'erasedAt'>) => string {
  const t = useUiText();
  return (patient) => (patient.erasedAt === undefined ? patientName(patient) : t('erasedPatient'));
}
