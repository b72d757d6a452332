import type { Language } from './language.ts';

export interface PersonName {
  firstName: string;
  lastName: string;
}

/** Patients stand as `Surname Given`, as lists and files sort them. */
export function patientName(person: PersonName): string {
  return `${person.lastName} ${person.firstName}`.trim();
}

/** Doctors stand as `Dr. Given Surname`, «Δρ. Όνομα Επώνυμο». */
export function doctorName(person: PersonName, language: Language): string {
  return `${language === 'el' ? 'Δρ.' : 'Dr.'} ${person.firstName} ${person.lastName}`.trim();
}

/** The first letters of given name and surname, for an avatar; capital, and without the Greek accent, which capitals do not carry. */
export function initials(person: PersonName): string {
  const first = (word: string) => word.trim().normalize('NFD').slice(0, 1).toUpperCase();
  return first(person.firstName) + first(person.lastName);
}
