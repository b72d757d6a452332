import type { Translator } from '@medcloud/text/translate';

export interface PersonName {
  firstName: string;
  lastName: string;
}

/** Formats a patient's name as `Surname Given`, the sort order of lists and files. */
export function patientName(person: PersonName): string {
  return `${person.lastName} ${person.firstName}`.trim();
}

/** Formats a doctor's name as `Dr. Given Surname`, «Δρ. Όνομα Επώνυμο». */
export function doctorName(person: PersonName, t: Translator<'common'>): string {
  return t('doctorName', { name: `${person.firstName} ${person.lastName}` }).trim();
}

/** Returns the initials of given name and surname in capitals, without the Greek accent, which capitals do not have. */
export function initials(person: PersonName): string {
  const first = (word: string) => word.trim().normalize('NFD').slice(0, 1).toUpperCase();
  return first(person.firstName) + first(person.lastName);
}
