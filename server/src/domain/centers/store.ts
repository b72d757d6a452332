import { sql } from 'kysely';
import { updateEmail } from '../accounts/update-user.ts';
import type { Reader, Tx } from '../database.ts';
import type { TakenField } from './conflict.ts';
import { nameColumns } from './name-columns.ts';

export interface NewCenter {
  id: string;
  user_id: string;
  name: string;
  name_key: string;
  name_order: string;
  center_id: string;
  address: string;
  phone: string;
  city: string | null;
  state: string | null;
  zip_code: string | null;
  plan: 'basic' | 'premium' | 'enterprise';
  quota_bytes: number | null;
}

/** Sets when a center's patients see their own pictures: days after the upload; null: not at all. */
export async function updateOwnViewing(tx: Tx, centerId: string, days: number | null): Promise<void> {
  await tx.updateTable('medical_centers').set({ own_viewing_days: days }).where('id', '=', centerId).execute();
}

/** Finds which of these values an open account, or a center in any letter case, already has. */
export async function findTakenFields(
  tx: Reader,
  { email, centerId }: { email: string; centerId: string },
): Promise<TakenField[]> {
  const { rows } = await sql<{ field: TakenField }>`
    SELECT 'email' AS field FROM users WHERE email = ${email} AND closed_at IS NULL
    UNION ALL SELECT 'centerId' FROM medical_centers WHERE any_case(center_id) = any_case(${centerId})`.execute(tx);
  return rows.map((row) => row.field);
}

/**
 * Inserts a center and returns its number. Violates `medical_centers_center_id_key` or `…_any_case` if the center ID is
 * taken.
 */
export async function insertCenter(tx: Tx, center: NewCenter): Promise<number> {
  const { number } = await tx
    .insertInto('medical_centers')
    .values(center)
    .returning('number')
    .executeTakeFirstOrThrow();
  return number;
}

export interface CenterRow {
  id: string;
  userId: string;
  number: number;
  name: string;
  centerId: string;
  email: string;
  address: string | null;
  phone: string | null;
  city: string | null;
  state: string | null;
  zipCode: string | null;
  plan: 'basic' | 'premium' | 'enterprise';
  quotaBytes: number | null;
  createdAt: Date;
}

export async function findCenter(tx: Reader, id: string): Promise<CenterRow | null> {
  const row = await tx
    .selectFrom('medical_centers as c')
    .innerJoin('users as u', 'u.id', 'c.user_id')
    .select([
      'c.id',
      'c.user_id as userId',
      'c.number',
      'c.name',
      'c.center_id as centerId',
      'u.email',
      'c.address',
      'c.phone',
      'c.city',
      'c.state',
      'c.zip_code as zipCode',
      'c.plan',
      'c.quota_bytes as quotaBytes',
      'c.created_at as createdAt',
    ])
    .where('c.id', '=', id)
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Locks the rows of a center and its user until the transaction ends, so concurrent changes run one after the other.
 * Returns false for an unknown center, or if the database does not let the scope change it.
 */
export async function lockCenter(tx: Tx, id: string): Promise<boolean> {
  const row = await tx
    .selectFrom('medical_centers as c')
    .innerJoin('users as u', 'u.id', 'c.user_id')
    .select('c.id')
    .where('c.id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

/** Values that an administrator may change: undefined leaves a value unchanged, null clears it. */
export interface CenterValues {
  name?: string | undefined;
  email?: string | undefined;
  address?: string | undefined;
  phone?: string | undefined;
  city?: string | null | undefined;
  state?: string | null | undefined;
  zipCode?: string | null | undefined;
  plan?: CenterRow['plan'] | undefined;
  quotaBytes?: number | null | undefined;
}

/** Updates the given values. Violates `users_email_live` if another open account has the email address. */
export async function updateCenter(
  tx: Tx,
  center: { id: string; userId: string },
  values: CenterValues,
): Promise<void> {
  const { name, email, zipCode, quotaBytes, ...others } = values;
  const columns = {
    ...(name === undefined ? {} : nameColumns(name)),
    ...others,
    zip_code: zipCode,
    quota_bytes: quotaBytes,
  };
  if (Object.values(columns).some((value) => value !== undefined))
    await tx.updateTable('medical_centers').set(columns).where('id', '=', center.id).execute();
  if (email !== undefined) await updateEmail(tx, center.userId, email);
}
