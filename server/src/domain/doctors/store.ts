import { createNameKey } from '@medcloud/contract/names/search-key';
import { sql } from 'kysely';
import { hasName } from '../../platform/db/queries/like-patterns.ts';
import { transitionOf } from '../../platform/db/transitions.ts';
import type { PlanName } from '../billing/subscriptions/subscription-period.ts';
import type { Reader, Tx } from '../database.ts';
import { type DoctorRow, type Identity, selectDoctors, toDoctorRow } from './reads.ts';
import { doctorTransitions } from './states.ts';

export interface NewDoctor {
  id: string;
  user_id: string;
  first_name: string;
  last_name: string;
  license_number: string;
  specialization: string;
  gender: 'female' | 'male' | null;
  plan: PlanName;
  terms_version: string | null;
}

/** Inserts an application. Violates `doctors_license_live` if an open account has the license number. */
export async function insertDoctor(tx: Tx, doctor: NewDoctor): Promise<void> {
  await tx
    .insertInto('doctors')
    .values({
      ...doctor,
      name_key: createNameKey(doctor.first_name, doctor.last_name),
      terms_accepted_at: doctor.terms_version === null ? null : sql<Date>`app_now()`,
    })
    .execute();
}

const maxPending = 500;

/** Lists doctors waiting for a decision, oldest first. */
export async function listPending(tx: Reader): Promise<DoctorRow[]> {
  const rows = await selectDoctors(tx)
    .where('d.state', 'in', ['pending', 'pending_review'])
    .orderBy('d.created_at')
    .limit(maxPending)
    .execute();
  return rows.map(toDoctorRow);
}

/**
 * Lists doctors in every state, newest first. `search` is a name in either alphabet, or a literal part of the license
 * number or email.
 */
export async function listDoctors(
  tx: Reader,
  search: string,
  page: { limit: number; after: { at: string; id: string } | null },
): Promise<DoctorRow[]> {
  let query = selectDoctors(tx);
  if (search !== '')
    query = query.where(
      sql<boolean>`(${hasName('d.name_key', search)} OR position(any_case(${search}) IN u.email) > 0
        OR position(any_case(${search}) IN any_case(d.license_number)) > 0)`,
    );
  if (page.after)
    query = query.where(sql<boolean>`(d.created_at, d.id) < (${page.after.at}::timestamptz, ${page.after.id}::uuid)`);
  const rows = await query.orderBy('d.created_at', 'desc').orderBy('d.id', 'desc').limit(page.limit).execute();
  return rows.map(toDoctorRow);
}

/** Counts the doctors that `listDoctors` finds, up to 1,001. */
export async function countDoctors(tx: Reader, search: string): Promise<number> {
  return (await listDoctors(tx, search, { limit: 1_001, after: null })).length;
}

/** Finds the position of a doctor in the list, to read the page after it. */
export async function findDoctorPlace(tx: Reader, id: string): Promise<{ at: string; id: string } | null> {
  const row = await tx
    .selectFrom('doctors')
    .select(['id', sql<string>`created_at::text`.as('at')])
    .where('id', '=', id)
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Locks a doctor's row until the transaction ends. A concurrent decision waits and sees the first one. Returns false if
 * there is no such doctor or the scope may not change it.
 */
export async function lockDoctor(tx: Tx, id: string): Promise<boolean> {
  const row = await tx.selectFrom('doctors').select('id').where('id', '=', id).forUpdate().executeTakeFirst();
  return row !== undefined;
}

export interface ProfileColumns extends Identity {
  specialization: string;
  gender: 'female' | 'male' | null;
}

/** Updates the profile. Violates `doctors_license_live` if another open account has the license number. */
export async function updateProfile(tx: Tx, id: string, profile: ProfileColumns): Promise<void> {
  await tx
    .updateTable('doctors')
    .set({
      first_name: profile.firstName,
      last_name: profile.lastName,
      name_key: createNameKey(profile.firstName, profile.lastName),
      license_number: profile.licenseNumber,
      specialization: profile.specialization,
      gender: profile.gender,
    })
    .where('id', '=', id)
    .execute();
}

/** Sets the current plan, and the next plan with its first day, or none. */
export async function updatePlan(
  tx: Tx,
  doctorId: string,
  plan: PlanName,
  next: { plan: PlanName; from: string } | null,
): Promise<void> {
  await tx
    .updateTable('doctors')
    .set({ plan, next_plan: next?.plan ?? null, next_plan_from: next?.from ?? null })
    .where('id', '=', doctorId)
    .execute();
}

/** verified -> pending_review; stores what was approved. Returns false if the state was another. */
export async function startReview(tx: Tx, id: string, approved: Identity): Promise<boolean> {
  const { from, to } = transitionOf(doctorTransitions, 'review');
  const row = await tx
    .updateTable('doctors')
    .set({
      state: to,
      review_since: sql<Date>`app_now()`,
      approved_first_name: approved.firstName,
      approved_last_name: approved.lastName,
      approved_license_number: approved.licenseNumber,
    })
    .where('id', '=', id)
    .where('state', 'in', from)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** pending, pending_review -> verified. Returns false if the state was another. */
export async function markVerified(tx: Tx, id: string, adminId: string): Promise<boolean> {
  const { from, to } = transitionOf(doctorTransitions, 'approve');
  const row = await tx
    .updateTable('doctors')
    .set({
      state: to,
      first_approved_at: sql<Date>`coalesce(first_approved_at, app_now())`,
      decided_at: sql<Date>`app_now()`,
      decided_by: adminId,
      review_since: null,
      approved_first_name: null,
      approved_last_name: null,
      approved_license_number: null,
    })
    .where('id', '=', id)
    .where('state', 'in', from)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** pending, pending_review -> rejected. Returns false if the state was another. */
export async function markRejected(tx: Tx, id: string, adminId: string, reason: string | null): Promise<boolean> {
  const { from, to } = transitionOf(doctorTransitions, 'reject');
  const row = await tx
    .updateTable('doctors')
    .set({ state: to, decided_at: sql<Date>`app_now()`, decided_by: adminId, reject_reason: reason })
    .where('id', '=', id)
    .where('state', 'in', from)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}
