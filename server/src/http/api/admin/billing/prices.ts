import { routes } from '@medcloud/contract';
import { changePrice } from '../../../../domain/billing/prices/change-price.ts';
import { listPrices } from '../../../../domain/billing/prices/list-prices.ts';
import { handler } from '../../../server/handler.ts';
import { setPageHeaders } from '../../../server/set-page-headers.ts';

export const prices = handler(routes.billingPrices.prices, async ({ context, scope, query, httpRequest, reply }) => {
  const list = await listPrices(context, scope, query);
  setPageHeaders(httpRequest, reply, list);
  return list.prices;
});

export const addPrice = handler(routes.billingPrices.addPrice, ({ context, scope, request, body }) =>
  changePrice(context, scope, request, body),
);
