import { issueCode } from '@medcloud/contract';
import { createFieldFault, Fault } from '@medcloud/contract/faults';
import { isUniqueViolation } from '../../../platform/db/database.ts';
import { isUuid } from '../../../platform/ids/ids.ts';
import type { ClientNotification } from '../../core/notify-clients.ts';
import type { Reader, Tx } from '../../database.ts';
import { findMember, lockMember, type MemberRow } from './store.ts';

/** The change of a team, for the open pages of its center. */
export const changeOf = (centerId: string, id: string): ClientNotification => ({
  kind: 'account',
  ids: [id],
  to: { centers: [centerId] },
});

/** Finds a member of a center and locks its row. Throws `not_found`. */
export async function getLockedMember(tx: Tx, centerId: string, id: string): Promise<MemberRow> {
  const row = isUuid(id) ? await lockMember(tx, centerId, id) : null;
  if (row === null) throw new Fault('not_found');
  return row;
}

/** Finds a member of a center. Throws `not_found`. */
export async function getMember(tx: Reader, centerId: string, id: string): Promise<MemberRow> {
  const row = isUuid(id) ? await findMember(tx, centerId, id) : null;
  if (row === null) throw new Fault('not_found');
  return row;
}

export async function getCenterName(tx: Reader, centerId: string): Promise<string> {
  const query = tx.selectFrom('medical_centers').select('name').where('id', '=', centerId);
  return (await query.executeTakeFirstOrThrow()).name;
}

/** Converts a unique violation of the team to a `conflict` that names the field. Returns any other error unchanged. */
export function toTeamConflict(error: unknown): unknown {
  if (isUniqueViolation(error, 'center_members_email_live')) return createConflict('email', 'email_taken');
  if (isUniqueViolation(error, 'center_members_username_live')) return createConflict('username', 'username_taken');
  return error;
}

function createConflict(field: string, code: 'email_taken' | 'username_taken'): Fault {
  const { details } = createFieldFault(field, issueCode(code));
  return new Fault('conflict', { ...details, reason: issueCode(code) });
}
