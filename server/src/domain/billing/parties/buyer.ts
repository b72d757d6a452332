import { countryCodes } from '@medcloud/contract/countries';
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
  const buyer = await findBuyer(tx, userId, timeZone);
  if (buyer === null) throw new Fault('billing_details_required');
  return buyer;
}

/** Reads an account's billing details; null if it has none. */
export async function findBuyer(tx: Reader, userId: string, timeZone: string): Promise<BuyerRow | null> {
  return (await findBuyers(tx, [userId], timeZone)).get(userId) ?? null;
}

/** Finds the billing details of the accounts that have some, by account. */
export async function findBuyers(
  tx: Reader,
  userIds: readonly string[],
  timeZone: string,
): Promise<Map<string, BuyerRow>> {
  const rows = await selectBuyers(tx, timeZone).where('user_id', 'in', userIds).execute();
  return new Map(rows.map(({ userId, ...row }) => [userId, toBuyerRow(row)]));
}

function selectBuyers(tx: Reader, timeZone: string) {
  return tx
    .selectFrom('billing_parties')
    .select([
      'user_id as userId',
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
    ]);
}

type SelectedBuyer = Awaited<ReturnType<ReturnType<typeof selectBuyers>['executeTakeFirstOrThrow']>>;

function toBuyerRow(row: Omit<SelectedBuyer, 'userId'>): BuyerRow {
  const { language, vatState, vatCheckedOn, vatProof, vatUnavailableSince, provedOn, proofText, ...buyer } = row;
  const shared = { buyer, language, vatUnavailableSince };
  if (provedOn !== null)
    return { ...shared, vatState: 'valid', vatCheckedOn: provedOn, vatProof: proofText, isVatProved: true };
  return { ...shared, vatState, vatCheckedOn, vatProof, isVatProved: false };
}

/**
 * Inserts a doctor's billing details as the sign-up has them: a person, with the address of the payment method. Details
 * that the doctor entered stay. Without a country there are none, until the doctor or an administrator names it.
 */
export async function insertPartyOfDoctor(
  tx: Tx,
  doctor: { id: string; userId: string; name: string; language: Language },
): Promise<void> {
  await sql`
    INSERT INTO billing_parties (user_id, kind, legal_name, vat_state, address, city, postal_code, country, language)
    SELECT ${doctor.userId}::uuid, 'person', ${doctor.name}, 'unchecked', m.address, m.city, m.postal_code,
      m.country, ${doctor.language}
    FROM payment_methods m WHERE m.doctor_id = ${doctor.id}::uuid AND m.country = ANY (${countryCodes}::text[])
    ON CONFLICT (user_id) DO NOTHING`.execute(tx);
}
