import { sql } from 'kysely';

/** The names of the patients of a consent link, or of a phone's list: no more of these patients can be read there. */
export const patientNames = sql<{ id: string; first_name: string; initial: string }>`scope_patient_names()`.as('p');
