import * as z from 'zod';
import { isValidAmka } from '../amka.ts';
import { limits } from '../limits.ts';
import { issueCode } from '../validation-codes.ts';
import { calendarDate, clearable, email, gender, instant, language, lines, optional, text } from './common.ts';
import { examType } from './exams.ts';

/**
 * A birth date: past, from 1900 on (product, "Centers"). Here "today" is the UTC day; the server checks again in its
 * time zone.
 */
const birthDate = calendarDate().refine((day) => day >= '1900-01-01' && day <= new Date().toISOString().slice(0, 10), {
  error: issueCode('birth_date_range'),
});

const rawPhone = z
  .string()
  .trim()
  .max(40, { error: issueCode('phone_invalid') });

const address = lines(limits.addressMax);
const amka = z
  .string()
  .transform((typed) => typed.replace(/\s/g, ''))
  .refine(isValidAmka, { error: issueCode('amka_invalid') });
/** The user's confirmation when the AMKA's birth date differs. */
const amkaConfirmed = optional(z.boolean());

export const patientRegistration = z.object({
  firstName: text(issueCode('first_name_required')),
  lastName: text(issueCode('last_name_required')),
  dateOfBirth: birthDate,
  gender,
  email: optional(email),
  phone: optional(rawPhone),
  address: optional(address),
  amka: optional(amka),
  amkaConfirmed,
  language: optional(language),
});
export type PatientRegistration = z.output<typeof patientRegistration>;

/** A center's change of a patient. An absent field is unchanged; null clears it (RFC 7396). */
export const patientChange = z.object({
  firstName: text(issueCode('first_name_required')).optional(),
  lastName: text(issueCode('last_name_required')).optional(),
  dateOfBirth: birthDate.optional(),
  gender: gender.optional(),
  email: clearable(email),
  phone: clearable(rawPhone),
  address: clearable(address),
  amka: clearable(amka),
  amkaConfirmed,
  language: clearable(language),
});
export type PatientChange = z.output<typeof patientChange>;

/** A patient in a list, without the AMKA. */
export const patient = z.object({
  id: z.string(),
  patientId: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  dateOfBirth: z.iso.date(),
  gender,
  email: z.string().optional(),
  phone: z.string().optional(),
  address: z.string().optional(),
  language: language.optional(),
  createdAt: instant,
  /** Set for an erased patient, of whom only the public id and times are left: the names are empty. */
  erasedAt: instant.optional(),
  /** Type of the latest exam; absent without exams. */
  examType: examType.optional(),
  examCount: z.number().int(),
});
export type Patient = z.infer<typeof patient>;

export const accessiblePatient = z.object({
  id: z.string(),
  /** The grant that authorizes the doctor. */
  grantId: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  phone: z.string().optional(),
  /** Masked, e.g. `*******1730`. */
  amka: z.string().optional(),
  dateOfBirth: z.iso.date(),
  gender,
  patientId: z.string(),
  examCount: z.number().int(),
  examType: examType.optional(),
  medicalCenter: z.object({ name: z.string() }),
  grantedAt: instant,
  expiresAt: instant,
});
export type AccessiblePatient = z.infer<typeof accessiblePatient>;
