import { isCountry } from '@medcloud/contract/countries';
import { doctorSignup } from '@medcloud/contract/shapes/accounts';
import { issueCode } from '@medcloud/contract/validation-codes';
import { parseVatNumber } from '@medcloud/contract/vat-number';
import * as z from 'zod';

const requiredText = z
  .string()
  .trim()
  .min(1, { error: issueCode('required') });

const acceptedTerms = z.literal(true, { error: issueCode('terms_required') });

/** The address is also the card's. */
const businessFields = {
  vatNumber: z.string().trim().max(20),
  taxOffice: z.string().trim().max(100),
  address: z.string().trim().max(300),
  city: z.string().trim().max(100),
  postalCode: z.string().trim().max(20),
  country: z.string(),
};

/** With a payment provider no card is asked for: it is entered on the provider's page, after the approval. */
const withoutCard = doctorSignup.safeExtend({ acceptedTerms, paysLater: z.literal('yes'), ...businessFields });

const withCard = doctorSignup.safeExtend({
  acceptedTerms,
  paysLater: z.undefined().optional(),
  cardholderName: requiredText,
  cardNumber: requiredText.min(4, { error: issueCode('card_number_incomplete') }),
  expiry: requiredText.regex(/^\d{2}\/\d{2}$/, { error: issueCode('card_expiry_invalid') }),
  cvv: requiredText,
  ...businessFields,
});

/** A rule for a form with a VAT number, which holds whatever else is missing. */
const ofBusiness = (field: keyof typeof businessFields) => ({
  path: [field],
  error: issueCode('required'),
  when: ({ value }: { value: unknown }) => businessForm.safeParse(value).success,
});
const businessForm = z.object({ ...businessFields, vatNumber: requiredText });

/**
 * The contract's sign-up with the fields that stay in the browser: the accepted terms and the card, which is not checked
 * further (specification, section 5); and a business's details beside the card's address.
 */
export const signupShape = z
  .discriminatedUnion('paysLater', [withoutCard, withCard])
  .refine(({ vatNumber, country }) => !isCountry(country) || parseVatNumber(vatNumber, country) !== null, {
    ...ofBusiness('vatNumber'),
    error: issueCode('vat_number_invalid'),
  })
  .refine(({ address }) => address !== '', ofBusiness('address'))
  .refine(({ city }) => city !== '', ofBusiness('city'))
  .refine(({ postalCode }) => postalCode !== '', ofBusiness('postalCode'))
  .refine(({ country }) => isCountry(country), { ...ofBusiness('country'), error: issueCode('country_required') });
export type SignupOutput = z.output<typeof signupShape>;
