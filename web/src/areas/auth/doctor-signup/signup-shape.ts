import { doctorSignup } from '@medcloud/contract/shapes/accounts';
import { issueCode } from '@medcloud/contract/validation-codes';
import * as z from 'zod';

const requiredText = z
  .string()
  .trim()
  .min(1, { error: issueCode('required') });

/**
 * The contract's sign-up with the fields that stay in the browser: the accepted terms and the card. The card is not
 * checked further (specification, section 5).
 */
export const signupShape = doctorSignup.safeExtend({
  acceptedTerms: z.literal(true, { error: issueCode('terms_required') }),
  cardholderName: requiredText,
  cardNumber: requiredText.min(4, { error: issueCode('card_number_incomplete') }),
  expiry: requiredText.regex(/^\d{2}\/\d{2}$/, { error: issueCode('card_expiry_invalid') }),
  cvv: requiredText,
  address: z.string().trim().max(300),
  city: z.string().trim().max(100),
  postalCode: z.string().trim().max(20),
  country: z.string(),
});
export type SignupOutput = z.output<typeof signupShape>;
