import { Fault } from '@medcloud/contract/faults';
import type { Language } from '@medcloud/contract/languages';
import { sql } from 'kysely';
import type { Reader, Tx } from '../../database.ts';

/** To whom a document is issued, as it is kept with the document. */
export interface Buyer {
  kind: 'business' | 'person';
  legalName: string;
  /** Without prefix, of `country`. */
  vatNumber: string | null;
  taxOffice: string | null;
  activity: string | null;
  address: string | null;
  city: string | null;
  postalCode: string | null;
  /** ISO 3166. */
  country: string;
  email: string | null;
}

export interface BuyerRow {
  buyer: Buyer;
  language: Language;
  vatState: 'unchecked' | 'valid' | 'invalid' | 'unavailable';
  /** Day of the last check in a time zone. */
  vatCheckedOn: string | null;
  /** The consultation number of that check. */
  vatProof: string | null;
  /** An administrator's proof holds whatever VIES says; day and text are then those of the proof. */
  isVatProved: boolean;
  /** Since when VIES did not answer. */
  vatUnavailableSince: Date | null;
}

/** Reads an account's billing details. Throws `billing_details_required` if it has none. */
export async function getBuyer(tx: Reader, userId: string, timeZone: string): Promise<BuyerRow> {
  const row = await tx
    .selectFrom('billing_parties')
    .select([
      'kind',
      'legal_name as legalName',
      'vat_number as vatNumber',
      'tax_office as taxOffice',
      'activity',
      'address',
      'city',
      'postal_code as postalCode',
      'country',
      'email',
      'language',
      'vat_state as vatState',
      sql<string | null>`(vat_checked_at AT TIME ZONE ${timeZone})::date`.as('vatCheckedOn'),
      'vat_proof as vatProof',
      'vat_unavailable_since as vatUnavailableSince',
      'vat_proved_on as provedOn',
      'vat_proof_text as proofText',
    ])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (row === undefined) throw new Fault('billing_details_required');
  const { language, vatState, vatCheckedOn, vatProof, vatUnavailableSince, provedOn, proofText, ...buyer } = row;
  const shared = { buyer, language, vatUnavailableSince };
  if (provedOn !== null)
    return { ...shared, vatState: 'valid', vatCheckedOn: provedOn, vatProof: proofText, isVatProved: true };
  return { ...shared, vatState, vatCheckedOn, vatProof, isVatProved: false };
}

/**
 * Inserts a doctor's billing details as the sign-up has them: a person, with the address of the payment method. Details
 * that the doctor entered stay. `country` is taken if the sign-up names none.
 */
export async function insertPartyOfDoctor(
  tx: Tx,
  doctor: { id: string; userId: string; name: string; language: Language },
  country: string,
): Promise<void> {
  await sql`
    INSERT INTO billing_parties (user_id, kind, legal_name, vat_state, address, city, postal_code, country, language)
    SELECT ${doctor.userId}::uuid, 'person', ${doctor.name}, 'unchecked', m.address, m.city, m.postal_code,
      CASE WHEN m.country ~ '^[A-Z]{2}$' THEN m.country ELSE ${country} END, ${doctor.language}
    FROM (SELECT ${doctor.id}::uuid AS id) d LEFT JOIN payment_methods m ON m.doctor_id = d.id
    ON CONFLICT (user_id) DO NOTHING`.execute(tx);
}
