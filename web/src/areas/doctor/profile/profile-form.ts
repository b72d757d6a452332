import type { doctorGenders } from '@medcloud/contract/shapes/accounts';
import type { DoctorProfile, profileChange } from '@medcloud/contract/shapes/profile';
import type * as z from 'zod';
import type { Language } from '../../../lib/language.ts';
import type { profileShape } from './profile-shape.ts';

export interface ProfileFields {
  firstName: string;
  lastName: string;
  email: string;
  licenseNumber: string;
  specialization: string;
  /** Empty where it is not said. */
  gender: '' | (typeof doctorGenders)[number];
  language: Language;
}

/** The form as the portal knows it. */
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

/** The two questions that the portal may ask before it saves. */
export interface Answers {
  reviewConfirmed?: true;
  currentPassword?: string;
}

type Body = z.input<typeof profileChange>;

/** What is sent: the checked fields, the gender or its absence, and the answers given so far. */
export function profileBody(
  validProfile: z.output<typeof profileShape>,
  gender: ProfileFields['gender'],
  answers: Answers,
): Body {
  return { ...validProfile, gender: gender === '' ? null : gender, ...answers };
}
