import * as z from 'zod';
import { route } from '../route.ts';
import { correctionReason } from '../shapes/billing/accounts.ts';
import { undecidedPayment } from '../shapes/billing/undecided.ts';
import { ok } from '../shapes/common.ts';

const source = 'product, "Prices, as invoiced"';

export const undecidedPayments = route({
  method: 'GET',
  path: '/api/admin/billing/undecided',
  access: 'admin',
  rate: 'general',
  summary: 'Card payments of another amount or currency than was asked, the earliest first, at most 50.',
  source,
  reply: z.array(undecidedPayment),
});

export const recordUndecided = route({
  method: 'POST',
  path: '/api/admin/billing/undecided/{id}/record',
  access: 'admin',
  rate: 'general',
  stepUp: true,
  idempotent: true,
  summary: 'Records such a payment in euros as received, and pays with it what it was for and what else is owed.',
  source,
  body: correctionReason,
  reply: ok,
});

export const sendBackUndecided = route({
  method: 'POST',
  path: '/api/admin/billing/undecided/{id}/send-back',
  access: 'admin',
  rate: 'general',
  stepUp: true,
  idempotent: true,
  summary: 'Sends such a payment back to the card. It never was in the books.',
  source,
  body: correctionReason,
  reply: ok,
});
