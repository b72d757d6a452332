import type { Reader, Tx } from '../../platform/db/database.ts';

export interface NewCenter {
  id: string;
  user_id: string;
  name: string;
  center_id: string;
  address: string;
  phone: string;
  city: string | null;
  state: string | null;
  zip_code: string | null;
  plan: 'basic' | 'premium' | 'enterprise';
  quota_bytes: number | null;
}

/** Adds a center and answers its number. Violates `medical_centers_center_id_key` if the center ID is taken. */
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
