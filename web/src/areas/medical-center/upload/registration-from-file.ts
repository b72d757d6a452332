import { isValidAmka } from '@medcloud/contract/amka';
import { parseDicomName } from '@medcloud/contract/patient-check/compare-names';
import { isPlaceholderName } from '@medcloud/contract/patient-check/match-patient';
import type { DropPerson } from '../../../upload/preflight/summarize-drop.ts';
import type { PatientFields } from '../patients/patient-fields.ts';

const genders = { M: 'Male', F: 'Female', O: 'Other' } as const;

/** Returns what files say for the registration of their person. Never the phone. */
export function registrationFromFile({ spellings }: Pick<DropPerson, 'spellings'>): Partial<PatientFields> {
  const first = <T>(read: (spelling: (typeof spellings)[number]) => T | null | undefined) =>
    spellings.map(read).find((value) => value !== null && value !== undefined);
  const name = first((spelling) => (isPlaceholderName(spelling.name) ? null : spelling.name));
  const { surname, given } = parseDicomName(name ?? '');
  const gender = first(({ sex }) => Object.entries(genders).find(([code]) => code === sex?.trim().toUpperCase())?.[1]);
  const amka = first(({ number }) => (number !== null && isValidAmka(number.trim()) ? number.trim() : null));
  return {
    lastName: trimName(surname),
    firstName: trimName(given),
    dateOfBirth: first(({ birthDate }) => birthDate) ?? '',
    gender: gender ?? '',
    ...(amka === undefined ? {} : { amka }),
  };
}

const trimName = (part: string) => part.replace(/\s+/g, ' ').trim();
