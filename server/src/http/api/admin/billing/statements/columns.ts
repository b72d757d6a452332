import { routes } from '@medcloud/contract';
import { saveColumns } from '../../../../../domain/billing/bank/save-columns.ts';
import { handler } from '../../../../server/handler.ts';

export const bankColumns = handler(routes.billingBank.bankColumns, async ({ context, scope, request, body }) => {
  await saveColumns(context, scope, request, body);
  return { ok: true as const };
});
