import { sentences } from '@medcloud/contract/sentences';
import { doctorSignup } from '@medcloud/contract/shapes/accounts';
import * as z from 'zod';

const filled = z.string().trim().min(1, { error: sentences.required });

/** The contract's sign-up, and what stays in the browser: the tick and the card. No other card check is made (specification, section 5). */
export const signupShape = doctorSignup.safeExtend({
  acceptedTerms: z.literal(true, { error: sentences.termsRequired }),
  cardholderName: filled,
  cardNumber: filled.min(4, { error: sentences.cardNumberWhole }),
  expiry: filled.regex(/^\d{2}\/\d{2}$/, { error: sentences.cardExpiry }),
  cvv: filled,
  address: z.string().trim().max(300),
  city: z.string().trim().max(100),
  postalCode: z.string().trim().max(20),
  country: z.string(),
});
export type SignupOutput = z.output<typeof signupShape>;
