import type { OpenDue } from '@medcloud/contract';
import type { AppContext } from '../../core/context.ts';
import type { Reader } from '../../database.ts';
import { findOpenDue } from '../overview/reads.ts';
import { showDue } from '../overview/show-due.ts';
import { findUpgradeRequest } from './center-reads.ts';

/** Shows what an account pays for an upgrade that it chose, or null. */
export async function showUpgradeDue(
  { settings }: Pick<AppContext, 'settings'>,
  tx: Reader,
  userId: string,
): Promise<OpenDue | null> {
  const request = await findUpgradeRequest(tx, userId);
  const due = request && (await findOpenDue(tx, userId, request.id));
  return due && showDue(due, settings.billing.bank, { startsAgain: false, startsWithPayment: false });
}
