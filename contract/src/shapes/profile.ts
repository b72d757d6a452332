import * as z from 'zod';
import { validationMessages } from '../validation-messages.ts';
import { doctorGenders, sessionDoctor } from './accounts.ts';
import { doctorPlanNames } from './billing.ts';
import { clearable, email, instant, language, optional, text } from './common.ts';

/** Shapes, "doc profile". */
export const doctorProfile = z.object({
  doctor: sessionDoctor.extend({
    gender: z.enum(doctorGenders).nullable(),
    createdAt: instant,
    /** Since when a change of name or licence waits to be approved; null otherwise. */
    reviewSince: instant.nullable(),
    subscription: z.object({
      plan: z.enum(doctorPlanNames).nullable(),
      /** Euros with decimals, as the price list says it. */
      monthlyFee: z.number(),
      /** The day after the period's end; null while none runs. */
      nextBilling: z.iso.date().nullable(),
    }),
  }),
  user: z.object({ id: z.string(), email: z.string(), language, subscriptionEndDate: z.iso.date().nullable() }),
});
export type DoctorProfile = z.infer<typeof doctorProfile>;

/** What is left out stays as it is. What stands in it is checked as at sign-up. */
export const profileChange = z.object({
  firstName: text(validationMessages.firstNameRequired).optional(),
  lastName: text(validationMessages.lastNameRequired).optional(),
  email: email.optional(),
  licenseNumber: text(validationMessages.licenseRequired).optional(),
  specialization: text(validationMessages.specializationRequired).optional(),
  language: optional(language),
  /** null takes it back. */
  gender: clearable(z.enum(doctorGenders)),
  /** Answers `review_required`: a verified doctor's new name or licence has to be approved again. */
  reviewConfirmed: optional(z.boolean()),
  /** Answers `step_up_required`: asked for on https before an e-mail changes (product, "Sessions"). */
  currentPassword: optional(z.string().max(1_000)),
});
export type ProfileChange = z.output<typeof profileChange>;
