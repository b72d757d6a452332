import type { Language } from '@medcloud/contract/languages';
import type { StoredPlan, StoredSubscription } from '../billing/subscriptions/subscription-period.ts';
import type { DoctorState } from '../core/column-values.ts';
import type { Reader } from '../database.ts';

export interface DoctorRow extends StoredPlan {
  id: string;
  userId: string;
  firstName: string;
  lastName: string;
  licenseNumber: string;
  specialization: string;
  gender: 'female' | 'male' | null;
  state: DoctorState;
  firstApprovedAt: Date | null;
  createdAt: Date;
  email: string;
  language: Language;
  subscription: StoredSubscription;
  /** Set while a change of name or license number is under review: since when, and the last approved values. */
  review: { since: Date; approved: Identity } | null;
  disabledAt: Date | null;
  disabledReason: string | null;
}

/** The values that an administrator verifies. A change requires a new verification. */
export interface Identity {
  firstName: string;
  lastName: string;
  licenseNumber: string;
}

/** Selects doctors with their accounts, for `toDoctorRow`. */
export function selectDoctors(tx: Reader) {
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
      'd.gender',
      'd.state',
      'd.plan',
      'd.next_plan as nextPlan',
      'd.next_plan_from as nextPlanFrom',
      'd.review_since as reviewSince',
      'd.approved_first_name as approvedFirstName',
      'd.approved_last_name as approvedLastName',
      'd.approved_license_number as approvedLicenseNumber',
      'd.first_approved_at as firstApprovedAt',
      'd.created_at as createdAt',
      'u.email',
      'u.language',
      'u.subscription_status as status',
      'u.subscription_start_date as start',
      'u.subscription_end_date as end',
      'u.disabled_at as disabledAt',
      'u.disabled_reason as disabledReason',
    ]);
}

type FlatRow = Awaited<ReturnType<ReturnType<typeof selectDoctors>['execute']>>[number];

export function toDoctorRow(flat: FlatRow): DoctorRow {
  const { status, start, end, reviewSince, approvedFirstName, approvedLastName, approvedLicenseNumber, ...row } = flat;
  const approved = {
    firstName: approvedFirstName ?? row.firstName,
    lastName: approvedLastName ?? row.lastName,
    licenseNumber: approvedLicenseNumber ?? row.licenseNumber,
  };
  return {
    ...row,
    subscription: { status, start, end },
    review: reviewSince === null ? null : { since: reviewSince, approved },
  };
}

export async function findDoctor(tx: Reader, id: string): Promise<DoctorRow | null> {
  const row = await selectDoctors(tx).where('d.id', '=', id).executeTakeFirst();
  return row ? toDoctorRow(row) : null;
}

/** Returns "Given Surname" of a doctor. Throws if there is no such doctor. */
export async function findDoctorName(tx: Reader, doctorId: string): Promise<string> {
  const row = await tx
    .selectFrom('doctors')
    .select(['first_name as firstName', 'last_name as lastName'])
    .where('id', '=', doctorId)
    .executeTakeFirstOrThrow();
  return `${row.firstName} ${row.lastName}`;
}
