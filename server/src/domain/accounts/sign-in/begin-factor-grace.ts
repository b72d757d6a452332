import type { FactorSetup } from '@medcloud/contract/shapes/accounts';
import type { AppContext } from '../../core/context.ts';
import type { Tx } from '../../database.ts';
import { describeFactorSetup, lastDayOfGrace, requiresFactor } from '../../factors/factor-setup.ts';
import { findSecondFactorFrom, type SignInMembership } from '../account-holder.ts';
import type { Account } from '../store.ts';
import { sessionRoleOf } from './begin-session.ts';

/**
 * Describes until when an account that signs in by its password alone must set up a second factor; null if none is required. A
 * doctor's and a center's days of grace begin with the first such sign-in. The account must be locked.
 */
export async function beginFactorGrace(
  context: Pick<AppContext, 'clock' | 'settings'>,
  tx: Tx,
  account: Pick<Account, 'userId' | 'role'>,
  membership: SignInMembership | null,
): Promise<FactorSetup | null> {
  const role = sessionRoleOf(account, membership);
  const secondFactorFrom =
    role === 'medical_center' ? await findSecondFactorFrom(tx, account.userId, membership) : null;
  if (!requiresFactor(context, { role, secondFactorFrom })) return null;
  const factorDueOn = role === 'admin' ? null : await setFactorDueOn(tx, account.userId, lastDayOfGrace(context));
  return describeFactorSetup(context, { role, secondFactorFrom, factorDueOn });
}

/** Sets the day on which an account's second factor is due, unless it is set. Returns the day that counts. */
async function setFactorDueOn(tx: Tx, userId: string, day: string): Promise<string> {
  const query = tx.selectFrom('users').select('factor_due_on as dueOn').where('id', '=', userId);
  const { dueOn } = await query.executeTakeFirstOrThrow();
  if (dueOn !== null) return dueOn;
  await tx.updateTable('users').set({ factor_due_on: day }).where('id', '=', userId).execute();
  return day;
}
