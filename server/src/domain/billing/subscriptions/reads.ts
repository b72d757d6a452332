import type { Language } from '@medcloud/contract/languages';
import type { Recognition } from '@medcloud/contract/shapes/account/factor-resets';
import { sql } from 'kysely';
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
  memberName: string | null;
  memberCenterId: string | null;
  memberCenterName: string | null;
  doctorState: DoctorState | null;
  disabledAt: Date | null;
  disabledReason: string | null;
  heldAt: Date | null;
  hasFactor: boolean | null;
  resetAt: Date | null;
  resetRecognizedBy: Recognition | null;
  resetReason: string | null;
  resetAskedBy: string | null;
  resetNeedsConfirmation: boolean | null;
}

/** Selects open accounts with their holders. */
export function selectUserRows(tx: Reader) {
  return tx
    .selectFrom('users as u')
    .leftJoin('medical_centers as c', 'c.user_id', 'u.id')
    .leftJoin('doctors as d', 'd.user_id', 'u.id')
    .leftJoinLateral(
      (from) =>
        from
          .selectFrom('center_members as cm')
          .innerJoin('medical_centers as mc', 'mc.id', 'cm.center_id')
          .select(['cm.display_name', 'mc.center_id', 'mc.name'])
          .whereRef('cm.user_id', '=', 'u.id')
          .where('u.role', '=', 'member')
          .orderBy(sql`cm.ended_at IS NULL`, 'desc')
          .orderBy('cm.joined_at', 'desc')
          .limit(1)
          .as('m'),
      (join) => join.onTrue(),
    )
    .leftJoin('factor_resets as fr', (join) =>
      join.onRef('fr.user_id', '=', 'u.id').on('fr.cancelled_at', 'is', null).on('fr.done_at', 'is', null),
    )
    .leftJoin('users as ru', 'ru.id', 'fr.asked_by')
    .select([
      'fr.effective_at as resetAt',
      'fr.recognized_by as resetRecognizedBy',
      'fr.reason as resetReason',
      'ru.email as resetAskedBy',
      sql<boolean | null>`fr.needs_confirmation AND fr.confirmed_at IS NULL`.as('resetNeedsConfirmation'),
      sql<boolean | null>`shown_factor(u.id)`.as('hasFactor'),
    ])
    .select(['m.display_name as memberName', 'm.center_id as memberCenterId', 'm.name as memberCenterName'])
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
