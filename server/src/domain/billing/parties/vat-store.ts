import { sql } from 'kysely';
import type { VatAnswer, VatNumber } from '../../../platform/outbound/vies/check-vat-number.ts';
import type { Reader, Tx } from '../../database.ts';

/** Finds the VAT number of an account's billing details; null without one. */
export async function findVatNumber(tx: Reader, userId: string): Promise<VatNumber | null> {
  const row = await tx
    .selectFrom('billing_parties')
    .select(['country', 'vat_number as number'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row === undefined || row.number === null ? null : { country: row.country, number: row.number };
}

/** Finds what an administrator recorded as the proof of an account's VAT number. */
export async function findVatProof(tx: Reader, userId: string): Promise<string | null> {
  const row = await tx
    .selectFrom('billing_parties')
    .select('vat_proof_text as text')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row?.text ?? null;
}

/** Updates the details that still have the number that was checked. Returns whether there are such. */
export async function recordVatAnswer(tx: Tx, userId: string, vat: VatNumber, answer: VatAnswer): Promise<boolean> {
  const { numUpdatedRows } = await updateChecked(tx, userId, vat)
    .set({
      vat_state: answer.state,
      vat_checked_at: sql<Date>`app_now()`,
      vat_proof: answer.proof,
      vat_unavailable_since: null,
    })
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** Records that VIES gave no answer. What it said earlier stays. Returns whether it was reachable until now. */
export async function recordVatUnavailable(tx: Tx, userId: string, vat: VatNumber): Promise<boolean> {
  const { numUpdatedRows } = await updateChecked(tx, userId, vat)
    .set({
      vat_state: sql`CASE WHEN vat_state = 'unchecked' THEN 'unavailable' ELSE vat_state END`,
      vat_unavailable_since: sql<Date>`app_now()`,
    })
    .where('vat_unavailable_since', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

function updateChecked(tx: Tx, userId: string, { country, number }: VatNumber) {
  return tx
    .updateTable('billing_parties')
    .where('user_id', '=', userId)
    .where('country', '=', country)
    .where('vat_number', '=', number);
}
