import type { findPatientMismatch, PatientMismatch } from '@medcloud/contract/patient-check/find-patient-mismatch';
import type { Patient } from '@medcloud/contract/shapes/people';
import { useEffect, useState } from 'react';
import type { DropPerson } from './summarize-drop.ts';

/** The comparison, which comes with the first drop: whether a number is another's, and AMKA, only the portal knows. */
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

/** What speaks against a drop's files being this patient's; null where nothing does, or nothing can be compared yet. */
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

/** Which fields differ, as an upload names them. */
export function mismatchFieldsOf(mismatch: PatientMismatch | null): string | undefined {
  return mismatch?.cause === 'patient-mismatch' ? mismatch.differences.map(({ field }) => field).join(',') : undefined;
}
