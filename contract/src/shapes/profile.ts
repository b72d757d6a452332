import * as z from 'zod';
import { issueCode } from '../validation-codes.ts';
import { doctorGenders, sessionDoctor } from './accounts.ts';
import { doctorPlanNames } from './billing.ts';
import { clearable, email, instant, language, optional, personName, text } from './common.ts';

/** A doctor's own profile (shapes, "doc profile"). */
export const doctorProfile = z.object({
  doctor: sessionDoctor.extend({
    gender: z.enum(doctorGenders).nullable(),
    createdAt: instant,
    /** Start of the review of a changed name or license; otherwise null. */
    reviewSince: instant.nullable(),
    subscription: z.object({
      plan: z.enum(doctorPlanNames).nullable(),
      /** Euros with decimals, as in the price list. */
      monthlyFee: z.number(),
      /** The last paid day: the next period is charged on it, and a transfer due by it. Null if none follows. */
      nextBilling: z.iso.date().nullable(),
    }),
  }),
  user: z.object({ id: z.string(), email: z.string(), language, subscriptionEndDate: z.iso.date().nullable() }),
});
export type DoctorProfile = z.infer<typeof doctorProfile>;

/** A change of the profile. An absent field is unchanged. Values are validated as at sign-up. */
export const profileChange = z.object({
  firstName: personName(issueCode('first_name_required')).optional(),
  lastName: personName(issueCode('last_name_required')).optional(),
  email: email.optional(),
  licenseNumber: text(issueCode('license_required')).optional(),
  specialization: text(issueCode('specialization_required')).optional(),
  language: optional(language),
  /** null clears it. */
  gender: clearable(z.enum(doctorGenders)),
  /** Confirmation after `review_required`: a verified doctor's new name or license must be approved again. */
  reviewConfirmed: optional(z.boolean()),
  /** Password after `step_up_required`: on https, required to change the email (product, "Sessions"). */
  currentPassword: optional(z.string().max(1_000)),
});
export type ProfileChange = z.output<typeof profileChange>;
