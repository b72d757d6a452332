import type { BillingParty, PartyChange } from '@medcloud/contract';
import { formatVatNumber } from '@medcloud/contract/vat-number';
import { sql } from 'kysely';
import type { AppContext } from '../../core/context.ts';
import type { Reader, Tx } from '../../database.ts';
import { needsVies } from './await-vat.ts';

/** Finds an account's billing details. */
export async function findBillingParty(
  { settings }: Pick<AppContext, 'settings'>,
  tx: Reader,
  userId: string,
): Promise<BillingParty | null> {
  const row = await tx
    .selectFrom('billing_parties')
    .select([
      'kind',
      'legal_name as legalName',
      'vat_country as vatCountry',
      'vat_number as number',
      'vat_state as vatState',
      sql<string | null>`(vat_checked_at AT TIME ZONE ${settings.timeZone})::date`.as('vatCheckedOn'),
      'vat_proved_on as vatProvedOn',
      'tax_office as taxOffice',
      'activity',
      'address',
      'city',
      'postal_code as postalCode',
      'country',
      'email',
      'language',
    ])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (!row) return null;
  const { vatCountry, number, ...party } = row;
  const vatNumber = number === null || vatCountry === null ? null : formatVatNumber(vatCountry, number);
  return { ...party, vatNumber, needsVies: needsVies(party.country, number, settings.billing.seller) };
}

/** The change with its VAT number without prefix, of the address's country. */
export interface CheckedParty extends PartyChange {
  number: string | null;
}

/** Inserts or replaces an account's billing details. Another number or country is unchecked again. */
export async function upsertBillingParty(tx: Tx, userId: string, party: CheckedParty): Promise<void> {
  const values = {
    kind: party.kind,
    legal_name: party.legalName,
    vat_country: party.number === null ? null : party.country,
    vat_number: party.number,
    tax_office: party.taxOffice ?? null,
    activity: party.activity ?? null,
    address: party.address,
    city: party.city,
    postal_code: party.postalCode,
    country: party.country,
    email: party.email ?? null,
    language: party.language,
  };
  const isSame = sql`(billing_parties.vat_country, billing_parties.vat_number, billing_parties.country)
    IS NOT DISTINCT FROM (excluded.vat_country, excluded.vat_number, excluded.country)`;
  await tx
    .insertInto('billing_parties')
    .values({ user_id: userId, vat_state: 'unchecked', ...values })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet({
        ...values,
        vat_state: sql`CASE WHEN ${isSame} THEN billing_parties.vat_state ELSE 'unchecked' END`,
        vat_checked_at: sql`CASE WHEN ${isSame} THEN billing_parties.vat_checked_at END`,
        vat_proof: sql`CASE WHEN ${isSame} THEN billing_parties.vat_proof END`,
        vat_unavailable_since: sql`CASE WHEN ${isSame} THEN billing_parties.vat_unavailable_since END`,
        updated_at: sql<Date>`app_now()`,
      }),
    )
    .execute();
}
