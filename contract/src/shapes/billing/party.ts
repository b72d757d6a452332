import * as z from 'zod';
import { isCountry } from '../../countries.ts';
import { limits } from '../../limits.ts';
import { issueCode } from '../../validation-codes.ts';
import { parseVatNumber } from '../../vat-number.ts';
import { calendarDate, email, language, line, optional, strictObject, text } from '../common.ts';

export const partyKinds = ['business', 'person'] as const;
export const vatStates = ['unchecked', 'valid', 'invalid', 'unavailable'] as const;

const country = text(issueCode('country_required'), 2)
  .regex(/^[A-Z]{2}$/, { error: issueCode('country_required') })
  .refine(isCountry, { error: issueCode('country_required') });

/** Billing details: whose name, address and tax numbers stand on the next invoice. */
export const billingParty = z.object({
  kind: z.enum(partyKinds),
  legalName: z.string(),
  /** With its country's prefix: `EL094014201`. */
  vatNumber: z.string().nullable(),
  vatState: z.enum(vatStates),
  /** Day of the last answer of VIES. */
  vatCheckedOn: z.iso.date().nullable(),
  /** Day of the proof that an administrator recorded for this number. It holds whatever VIES says. */
  vatProvedOn: z.iso.date().nullable(),
  /** A business of another EU country: its invoices are without VAT if VIES finds the number valid that day. */
  needsVies: z.boolean(),
  taxOffice: z.string().nullable(),
  activity: z.string().nullable(),
  address: z.string().nullable(),
  city: z.string().nullable(),
  postalCode: z.string().nullable(),
  /** ISO 3166-1, two letters. */
  country: z.string(),
  email: z.string().nullable(),
  language,
});
export type BillingParty = z.infer<typeof billingParty>;

/** Replaces the billing details. They hold for the next document; issued ones do not change. */
export const partyChange = strictObject({
  kind: z.enum(partyKinds),
  legalName: text(issueCode('required'), limits.legalNameMax),
  vatNumber: optional(line(20)),
  taxOffice: optional(line()),
  activity: optional(line(limits.legalNameMax)),
  address: text(issueCode('required'), limits.addressMax),
  city: text(issueCode('required')),
  postalCode: text(issueCode('required'), 20),
  country,
  email: optional(email),
  language,
}).refine(({ kind, vatNumber }) => kind === 'person' || vatNumber !== undefined, {
  path: ['vatNumber'],
  error: issueCode('required'),
});
export type PartyChange = z.output<typeof partyChange>;

/** A business for which a doctor signs up. It becomes the account's billing details, in the doctor's name. */
export const signupBusiness = z
  .object({
    vatNumber: text(issueCode('required'), 20),
    taxOffice: optional(line()),
    address: text(issueCode('required'), limits.addressMax),
    city: text(issueCode('required')),
    postalCode: text(issueCode('required'), 20),
    country,
  })
  .refine(({ vatNumber, country }) => parseVatNumber(vatNumber, country) !== null, {
    path: ['vatNumber'],
    error: issueCode('vat_number_invalid'),
  });
export type SignupBusiness = z.output<typeof signupBusiness>;

/** What proves that a VAT number of another EU country is valid, and its day. */
export const vatProof = strictObject({
  text: text(issueCode('required'), limits.vatProofMax),
  provedOn: calendarDate(),
});
export type VatProof = z.output<typeof vatProof>;
