import { formatDay } from '@medcloud/contract/format-day';
import type { UndecidedPayment } from '@medcloud/contract/shapes/billing/undecided';
import type { AppContext } from '../../../core/context.ts';
import type { Reader } from '../../../database.ts';
import { listUndecided } from './review-store.ts';

/** Shows the payments to decide of an account or of all, each with what was asked and what came. */
export async function showUndecided(
  { settings, payments }: Pick<AppContext, 'settings' | 'payments'>,
  tx: Reader,
  userId?: string,
): Promise<UndecidedPayment[]> {
  const rows = await listUndecided(tx, userId);
  return rows.flatMap(({ at, cents, currency, ...payment }) =>
    at === null || cents === null || currency === null
      ? []
      : [{ ...payment, cents, currency, receivedOn: formatDay(settings.timeZone, at), canSendBack: payments !== null }],
  );
}
