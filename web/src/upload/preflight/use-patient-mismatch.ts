import type { findPatientMismatch, PatientMismatch } from '@medcloud/contract/patient-check/find-patient-mismatch';
import type { Patient } from '@medcloud/contract/shapes/people';
import { useEffect, useState } from 'react';
import type { DropPerson } from './summarize-drop.ts';

/** Loads the comparison with the first drop. Only the server knows AMKAs and whether a number is another patient's. */
export async function loadComparison() {
  const { findPatientMismatch: compare } = await import('@medcloud/contract/patient-check/find-patient-mismatch');
  return (person: DropPerson, patient: Patient) => findMismatch(compare, person, patient);
}

function findMismatch(
  compare: typeof findPatientMismatch,
  { spellings }: DropPerson,
  patient: Patient,
): PatientMismatch | null {
  return compare(spellings, { ...patient, amka: null, isNumberOfAnother: false });
}

/** Returns the mismatch between dropped files and the patient. Null if there is none or nothing to compare yet. */
export function usePatientMismatch(person: DropPerson | undefined, patient: Patient | null): PatientMismatch | null {
  const [compare, setCompare] = useState<{
    compare: (person: DropPerson, patient: Patient) => PatientMismatch | null;
  } | null>(null);
  const isNeeded = person !== undefined;
  useEffect(() => {
    if (!isNeeded) return;
    loadComparison().then(
      (loaded) => setCompare({ compare: loaded }),
      (error: unknown) => console.error(error),
    );
  }, [isNeeded]);
  return person && patient && compare ? compare.compare(person, patient) : null;
}

/** Returns the differing fields in the upload's format: `name,birthDate`. */
export function mismatchFieldsOf(mismatch: PatientMismatch | null): string | undefined {
  return mismatch?.cause === 'patient-mismatch' ? mismatch.differences.map(({ field }) => field).join(',') : undefined;
}
