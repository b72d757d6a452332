import type { Language } from '@medcloud/contract/languages';
import type { DoctorState, RoleName } from '../../core/column-values.ts';
import type { Reader } from '../../database.ts';

/** A user with its subscription as stored, and the center or doctor of the account. */
export interface UserRow {
  id: string;
  email: string;
  role: RoleName;
  status: 'active' | 'inactive' | 'expired';
  start: string | null;
  end: string | null;
  createdAt: Date;
  centerId: string | null;
  centerName: string | null;
  doctorId: string | null;
  firstName: string | null;
  lastName: string | null;
  language: Language;
  doctorState: DoctorState | null;
  disabledAt: Date | null;
  disabledReason: string | null;
  heldAt: Date | null;
}

/** Selects open accounts with their holders. */
export function selectUserRows(tx: Reader) {
  return tx
    .selectFrom('users as u')
    .leftJoin('medical_centers as c', 'c.user_id', 'u.id')
    .leftJoin('doctors as d', 'd.user_id', 'u.id')
    .select([
      'u.id',
      'u.email',
      'u.role',
      'u.subscription_status as status',
      'u.subscription_start_date as start',
      'u.subscription_end_date as end',
      'u.created_at as createdAt',
      'c.center_id as centerId',
      'c.name as centerName',
      'd.id as doctorId',
      'd.first_name as firstName',
      'd.last_name as lastName',
      'u.language',
      'd.state as doctorState',
      'u.disabled_at as disabledAt',
      'u.disabled_reason as disabledReason',
      'u.held_at as heldAt',
    ])
    .where('u.closed_at', 'is', null);
}

export async function findUser(tx: Reader, id: string): Promise<UserRow | null> {
  const row = await selectUserRows(tx).where('u.id', '=', id).executeTakeFirst();
  return row ?? null;
}
