import * as z from 'zod';
import { route } from '../route.ts';
import { priceChange, pricesQuery, priceVersion } from '../shapes/billing/prices.ts';

const source = 'product, "Prices, as invoiced"';

export const prices = route({
  method: 'GET',
  path: '/api/admin/billing/prices',
  access: 'admin',
  rate: 'general',
  summary: 'All versions of the prices, the latest day first.',
  source,
  query: pricesQuery,
  reply: z.array(priceVersion),
});

export const addPrice = route({
  method: 'POST',
  path: '/api/admin/billing/prices',
  access: 'admin',
  rate: 'general',
  stepUp: true,
  idempotent: true,
  summary:
    'Adds the next version of a price, from a later day on. Running subscriptions are told, and get it at their first renewal at least 30 days after.',
  source,
  body: priceChange,
  status: 201,
  reply: priceVersion,
});
