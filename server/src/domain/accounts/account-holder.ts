import { sql } from 'kysely';
import { preparedMarker } from '../../platform/db/prepared-statements.ts';
import type { Membership } from '../authorization/principal.ts';
import type { StoredSubscription } from '../billing/subscriptions/subscription-period.ts';
import type { Reader } from '../database.ts';

/** Queries for the holder of an account: a center or a doctor. */

export interface CenterOfUser {
  id: string;
  name: string;
  centerId: string;
  number: number;
}

/** Finds the center whose own account this is; null for a member, a doctor or an administrator. */
export async function findCenterOfUser(tx: Reader, userId: string): Promise<CenterOfUser | null> {
  const row = await tx
    .selectFrom('medical_centers')
    .select(['id', 'name', 'center_id as centerId', 'number'])
    .where('user_id', '=', userId)
    .modifyEnd(preparedMarker)
    .executeTakeFirst();
  return row ?? null;
}

/** Finds the center of a session. */
export async function findCenterOfSession(tx: Reader, centerId: string): Promise<CenterOfUser | null> {
  const row = await tx
    .selectFrom('medical_centers')
    .select(['id', 'name', 'center_id as centerId', 'number'])
    .where('id', '=', centerId)
    .modifyEnd(preparedMarker)
    .executeTakeFirst();
  return row ?? null;
}

/** With what a person signs in to a center. */
export interface SignInMembership {
  member: Membership;
  center: CenterOfUser;
}

/**
 * Finds the membership with which an account signs in: by its id, by the center ID before the slash of what was typed, else
 * the one that signed in last. Null without an active one.
 */
export async function findMembership(
  tx: Reader,
  userId: string,
  { memberId, typed }: { memberId?: string | undefined; typed?: string | undefined },
): Promise<SignInMembership | null> {
  const [centerId, name] = typed?.split('/') ?? [];
  const lastSignIn = sql`(SELECT max(s.created_at) FROM sessions s WHERE s.member_id = m.id)`;
  const row = await tx
    .selectFrom('center_members as m')
    .innerJoin('medical_centers as c', 'c.id', 'm.center_id')
    .select(['m.id as memberId', 'm.display_name as displayName', 'm.roles', 'm.username'])
    .select(['c.id', 'c.name', 'c.center_id as centerId', 'c.number'])
    .where('m.user_id', '=', userId)
    .where('m.state', '=', 'active')
    .$if(memberId !== undefined, (query) => query.where('m.id', '=', memberId ?? ''))
    .$if(name !== undefined, (query) => query.where(sql<boolean>`any_case(c.center_id) = any_case(${centerId ?? ''})`))
    .orderBy(sql`${lastSignIn} DESC NULLS LAST`)
    .orderBy('m.joined_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (row === undefined) return null;
  const { memberId: id, displayName, roles, username, ...center } = row;
  return { member: { id, displayName, roles, username }, center };
}

/** Finds from when a center requires a second factor of who signs in: a member, or its own account. Null if it does not. */
export async function findSecondFactorFrom(
  tx: Reader,
  userId: string,
  membership: SignInMembership | null,
): Promise<string | null> {
  const row = await tx
    .selectFrom('center_settings as s')
    .innerJoin('medical_centers as c', 'c.id', 's.center_id')
    .select('s.second_factor_from as from')
    .where((where) => (membership ? where('c.id', '=', membership.center.id) : where('c.user_id', '=', userId)))
    .executeTakeFirst();
  return row?.from ?? null;
}

export interface DoctorOfUser {
  id: string;
  firstName: string;
  lastName: string;
  licenseNumber: string;
  specialization: string;
  state: string;
  subscription: StoredSubscription;
}

/** Finds the doctor of an account, with the stored subscription; null for a center or an administrator. */
export async function findDoctorOfUser(tx: Reader, userId: string): Promise<DoctorOfUser | null> {
  const row = await tx
    .selectFrom('doctors')
    .innerJoin('users', 'users.id', 'doctors.user_id')
    .select([
      'doctors.id',
      'doctors.first_name as firstName',
      'doctors.last_name as lastName',
      'doctors.license_number as licenseNumber',
      'doctors.specialization',
      'doctors.state',
      'users.subscription_status as status',
      'users.subscription_start_date as start',
      'users.subscription_end_date as end',
    ])
    .where('doctors.user_id', '=', userId)
    .modifyEnd(preparedMarker)
    .executeTakeFirst();
  if (!row) return null;
  const { status, start, end, ...doctor } = row;
  return { ...doctor, subscription: { status, start, end } };
}
