import { issueCode, type SignupBusiness } from '@medcloud/contract';
import { createFieldFault } from '@medcloud/contract/faults';
import type { Language } from '@medcloud/contract/languages';
import { parseVatNumber } from '@medcloud/contract/vat-number';
import type { Tx } from '../../database.ts';

interface Applicant {
  userId: string;
  firstName: string;
  lastName: string;
  language?: Language | undefined;
}

/**
 * Inserts the billing details of a doctor who signs up for a business, in the transaction that creates the account. VIES is
 * asked about its number before the first invoice. Throws `validation` for a number that is not one of its country.
 */
export async function insertBusiness(
  tx: Tx,
  { userId, firstName, lastName, language = 'en' }: Applicant,
  { vatNumber, taxOffice, address, city, postalCode, country }: SignupBusiness,
): Promise<void> {
  const number = parseVatNumber(vatNumber, country);
  if (number === null) throw createFieldFault('vatNumber', issueCode('vat_number_invalid'));
  await tx
    .insertInto('billing_parties')
    .values({
      ...{ user_id: userId, kind: 'business', legal_name: `${firstName} ${lastName}`.normalize('NFC'), language },
      ...{ vat_country: country, vat_number: number, vat_state: 'unchecked', tax_office: taxOffice ?? null },
      ...{ address, city, postal_code: postalCode, country },
    })
    .execute();
}
