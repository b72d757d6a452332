import { doctorSignup } from '@medcloud/contract/shapes/accounts';
import { issueCode } from '@medcloud/contract/validation-codes';
import * as z from 'zod';

const requiredText = z
  .string()
  .trim()
  .min(1, { error: issueCode('required') });

const acceptedTerms = z.literal(true, { error: issueCode('terms_required') });

/** With a payment provider no card is asked for: it is entered on the provider's page, after the approval. */
const withoutCard = doctorSignup.safeExtend({ acceptedTerms, paysLater: z.literal('yes') });

const withCard = doctorSignup.safeExtend({
  acceptedTerms,
  paysLater: z.undefined().optional(),
  cardholderName: requiredText,
  cardNumber: requiredText.min(4, { error: issueCode('card_number_incomplete') }),
  expiry: requiredText.regex(/^\d{2}\/\d{2}$/, { error: issueCode('card_expiry_invalid') }),
  cvv: requiredText,
  address: z.string().trim().max(300),
  city: z.string().trim().max(100),
  postalCode: z.string().trim().max(20),
  country: z.string(),
});

/**
 * The contract's sign-up with the fields that stay in the browser: the accepted terms and the card. The card is not
 * checked further (specification, section 5).
 */
export const signupShape = z.discriminatedUnion('paysLater', [withoutCard, withCard]);
export type SignupOutput = z.output<typeof signupShape>;
