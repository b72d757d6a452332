import type { Language } from '@medcloud/contract/languages';
import { sql } from 'kysely';
import type { RoleName } from '../../core/column-values.ts';
import type { Reader } from '../../database.ts';

/** The recipient of a mail for an address. */
export interface AddressAccount {
  id: string;
  role: RoleName;
  language: Language;
  /** Only for a medical center, which signs in with it. */
  centerId: string | null;
}

/** Finds the active account of an address by a database function; row-level security allows no direct read. */
export async function findAccountByAddress(tx: Reader, email: string): Promise<AddressAccount | null> {
  const { rows } = await sql<AddressAccount>`
    SELECT id, role, language, center_id AS "centerId" FROM account_of_address(${email})`.execute(tx);
  return rows[0] ?? null;
}

/** Counts the links of each kind mailed to an address within the last hour. */
export async function countMailedLinks(
  tx: Reader,
  emailIndex: Buffer,
): Promise<{ resets: number; confirmations: number }> {
  const { rows } = await sql<{ resets: number; confirmations: number }>`
    SELECT resets, confirmations FROM links_to_address(${emailIndex})`.execute(tx);
  return rows[0] ?? { resets: 0, confirmations: 0 };
}
