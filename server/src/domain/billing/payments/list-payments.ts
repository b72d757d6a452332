import { issueCode, limits } from '@medcloud/contract';
import { createFieldFault } from '@medcloud/contract/faults';
import type { ReceivedPayment, ReceivedPaymentsQuery } from '@medcloud/contract/shapes/billing/received-payments';
import { isUuid } from '../../../platform/ids/ids.ts';
import type { AdminScope } from '../../authorization/scope.ts';
import type { AppContext } from '../../core/context.ts';
import { countReceived, findReceivedPlace, listReceived, sumReceivedDays } from './received-reads.ts';

interface ReceivedPage {
  payments: ReceivedPayment[];
  total: number;
  cursor: string | null;
}

/** Lists payments of all accounts, or those of a day, newest first. */
export async function listReceivedPayments(
  context: Pick<AppContext, 'db'>,
  scope: AdminScope,
  { day, cursor, limit = limits.listDefault }: ReceivedPaymentsQuery,
): Promise<ReceivedPage> {
  return await context.db.read(scope, async (tx) => {
    const after = cursor === undefined || !isUuid(cursor) ? null : await findReceivedPlace(tx, cursor);
    if (cursor !== undefined && after === null) throw createFieldFault('cursor', issueCode('cursor_invalid'));
    const rows = await listReceived(tx, day, { limit: limit + 1, after });
    const page = rows.slice(0, limit);
    const sums = await sumReceivedDays(
      tx,
      page.map(({ receivedOn }) => receivedOn),
    );
    return {
      payments: page.map((payment) => ({ ...payment, dayCents: sums.get(payment.receivedOn) ?? 0 })),
      total: await countReceived(tx, day),
      cursor: rows.length > limit ? (page.at(-1)?.id ?? null) : null,
    };
  });
}
