import type { BillingOverview } from '@medcloud/contract';
import type { Reader } from '../../database.ts';
import type { OpenDueRow } from '../overview/reads.ts';
import type { Contract } from '../subscriptions/contract-store.ts';
import { findLastPeriodDay } from '../subscriptions/period-store.ts';

const cancellable: ReadonlySet<string> = new Set(['active', 'past_due', 'trialing']);

/** Describes what cancelling a subscription on a day would leave; null if there is nothing to cancel. */
export async function describeCancellation(
  tx: Reader,
  userId: string,
  { contract, due, day }: { contract: Contract | null; due: OpenDueRow | null; day: string },
): Promise<BillingOverview['cancellation']> {
  if (contract === null || contract.cancelAtEnd || !cancellable.has(contract.state)) return null;
  const hasInvoice = due?.hasInvoice === true;
  // days of grace are given until a payment: of what was only asked for, none is expected any more
  const last = await findLastPeriodDay(tx, userId, { withGrace: hasInvoice });
  return { lastDay: last !== null && last >= day ? last : null, owedCents: hasInvoice ? due.openCents : 0 };
}
