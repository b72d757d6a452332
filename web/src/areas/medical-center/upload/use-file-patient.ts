import { limits } from '@medcloud/contract/limits';
import type { PatientMatchReply } from '@medcloud/contract/shapes/patient-match';
import type { Patient } from '@medcloud/contract/shapes/people';
import { useState } from 'react';
import { usePatientMatch } from '../../../calls/medical-center.ts';
import type { DropPerson } from '../../../upload/preflight/summarize-drop.ts';

/** The patient of an upload: chosen by the user, or whom the files identify. */
export interface FilePatient {
  patient: Patient | null;
  /** Nobody chose the patient: the files' number or AMKA says who it is. */
  isFromFile: boolean;
  /** Whose the files are. Undefined without files that name somebody, and until the portal has answered. */
  match: PatientMatchReply | undefined;
  /** The portal could not be asked. */
  hasFailed: boolean;
  choose: (patient: Patient | null) => void;
}

/** Holds the patient of an upload. A choice of the user holds until it is changed, also over other files. */
export function useFilePatient(person: DropPerson | undefined, preselected: Patient | null): FilePatient {
  const spellings = person?.isUnnamed === false ? person.spellings.filter(hasValue).slice(0, limits.maxSpellings) : [];
  const { data: match, isError } = usePatientMatch(spellings);
  const [choice, setChoice] = useState<{ patient: Patient | null; person: DropPerson | undefined } | null>(
    preselected && { patient: preselected, person: undefined },
  );
  const identified = match?.kind === 'sure' ? (match.candidates[0]?.patient ?? null) : null;
  // a cleared choice leaves the field empty for the files that it was cleared for
  const isChosen = choice !== null && (choice.patient !== null || choice.person === person);
  return {
    patient: isChosen ? choice.patient : identified,
    isFromFile: !isChosen && identified !== null,
    match,
    hasFailed: isError,
    choose: (patient) => setChoice({ patient, person }),
  };
}

function hasValue({ name, birthDate, number }: DropPerson['spellings'][number]): boolean {
  return name !== null || birthDate !== null || number !== null;
}
