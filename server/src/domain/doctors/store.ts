import { sql } from 'kysely';
import type { Reader, Tx } from '../../platform/db/database.ts';
import type { DoctorState } from '../../platform/db/schema.ts';
import type { StoredSubscription } from '../subscriptions/effective.ts';

export interface NewDoctor {
  id: string;
  user_id: string;
  first_name: string;
  last_name: string;
  license_number: string;
  specialization: string;
  gender: 'female' | 'male' | null;
  plan: 'yearly' | 'monthly';
  terms_version: string | null;
  cardholder_name: string | null;
  card_brand: string | null;
  card_last4: string | null;
  card_expiry: string | null;
  billing_address: string | null;
  billing_city: string | null;
  billing_postal_code: string | null;
  billing_country: string | null;
}

/** Adds an application. Violates `doctors_license_live` if a live account has the licence. */
export async function insertDoctor(tx: Tx, doctor: NewDoctor): Promise<void> {
  await tx
    .insertInto('doctors')
    .values({ ...doctor, terms_accepted_at: doctor.terms_version === null ? null : sql<Date>`app_now()` })
    .execute();
}

export interface DoctorRow {
  id: string;
  userId: string;
  firstName: string;
  lastName: string;
  licenseNumber: string;
  specialization: string;
  state: DoctorState;
  plan: 'yearly' | 'monthly';
  firstApprovedAt: Date | null;
  createdAt: Date;
  email: string;
  language: 'en' | 'el';
  subscription: StoredSubscription;
}

function doctorRows(tx: Reader) {
  return tx
    .selectFrom('doctors as d')
    .innerJoin('users as u', 'u.id', 'd.user_id')
    .select([
      'd.id',
      'd.user_id as userId',
      'd.first_name as firstName',
      'd.last_name as lastName',
      'd.license_number as licenseNumber',
      'd.specialization',
      'd.state',
      'd.plan',
      'd.first_approved_at as firstApprovedAt',
      'd.created_at as createdAt',
      'u.email',
      'u.language',
      'u.subscription_status as status',
      'u.subscription_start_date as start',
      'u.subscription_end_date as end',
    ]);
}

type FlatRow = Awaited<ReturnType<ReturnType<typeof doctorRows>['execute']>>[number];

function withSubscription({ status, start, end, ...row }: FlatRow): DoctorRow {
  return { ...row, subscription: { status, start, end } };
}

const mostWaiting = 500;

/** Doctors who wait for a decision, oldest first. */
export async function listPending(tx: Reader): Promise<DoctorRow[]> {
  const rows = await doctorRows(tx)
    .where('d.state', 'in', ['pending', 'pending_review'])
    .orderBy('d.created_at')
    .limit(mostWaiting)
    .execute();
  return rows.map(withSubscription);
}

export async function findDoctor(tx: Reader, id: string): Promise<DoctorRow | null> {
  const row = await doctorRows(tx).where('d.id', '=', id).executeTakeFirst();
  return row ? withSubscription(row) : null;
}

/** Holds a doctor's row until the transaction ends, so that the same decision made twice at once is seen as the same. */
export async function lockDoctor(tx: Tx, id: string): Promise<void> {
  await tx.selectFrom('doctors').select('id').where('id', '=', id).forUpdate().execute();
}

/** pending, pending_review -> verified. False if the state was another. */
export async function approve(tx: Tx, id: string, adminId: string): Promise<boolean> {
  const row = await tx
    .updateTable('doctors')
    .set({
      state: 'verified',
      first_approved_at: sql<Date>`coalesce(first_approved_at, app_now())`,
      decided_at: sql<Date>`app_now()`,
      decided_by: adminId,
    })
    .where('id', '=', id)
    .where('state', 'in', ['pending', 'pending_review'])
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** pending -> rejected. False if the state was another. */
export async function reject(tx: Tx, id: string, adminId: string, reason: string | null): Promise<boolean> {
  const row = await tx
    .updateTable('doctors')
    .set({ state: 'rejected', decided_at: sql<Date>`app_now()`, decided_by: adminId, reject_reason: reason })
    .where('id', '=', id)
    .where('state', '=', 'pending')
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Closes a user's account: it cannot sign in, and its e-mail is free for a new application. */
export async function closeUser(tx: Tx, userId: string): Promise<void> {
  await tx
    .updateTable('users')
    .set({ closed_at: sql<Date>`app_now()` })
    .where('id', '=', userId)
    .where('closed_at', 'is', null)
    .execute();
}
