import type { Language } from '@medcloud/contract/languages';
import type { doctorGenders } from '@medcloud/contract/shapes/accounts';
import type { DoctorProfile, profileChange } from '@medcloud/contract/shapes/profile';
import type * as z from 'zod';
import type { profileShape } from './profile-shape.ts';

export interface ProfileFields {
  firstName: string;
  lastName: string;
  email: string;
  licenseNumber: string;
  specialization: string;
  /** Empty if not given. */
  gender: '' | (typeof doctorGenders)[number];
  language: Language;
}

/** Returns the stored profile as form fields. */
export function profileFields({ doctor, user }: DoctorProfile): ProfileFields {
  return {
    firstName: doctor.firstName,
    lastName: doctor.lastName,
    email: user.email,
    licenseNumber: doctor.licenseNumber,
    specialization: doctor.specialization,
    gender: doctor.gender ?? '',
    language: user.language,
  };
}

/** The answers to the two questions that the server can ask before it saves. */
export interface Answers {
  reviewConfirmed?: true;
  currentPassword?: string;
}

type Body = z.input<typeof profileChange>;

/** Builds the request body: the valid fields, the gender or null, and the answers so far. */
export function profileBody(
  validProfile: z.output<typeof profileShape>,
  gender: ProfileFields['gender'],
  answers: Answers,
): Body {
  return { ...validProfile, gender: gender === '' ? null : gender, ...answers };
}
