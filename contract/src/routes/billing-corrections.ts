import * as z from 'zod';
import { route } from '../route.ts';
import * as shape from '../shapes/billing/accounts.ts';
import { vatProof as vatProofShape } from '../shapes/billing/party.ts';
import { ok } from '../shapes/common.ts';

const source = 'product, "Prices, as invoiced"';

export const reissueInvoice = route({
  method: 'POST',
  path: '/api/admin/invoices/{id}/reissue',
  access: 'admin',
  rate: 'general',
  stepUp: true,
  idempotent: true,
  summary:
    'Corrects the buyer of an invoice: a credit note over it, and a new invoice with the account’s billing details of now. Its payments pay the new one.',
  source,
  body: shape.correctionReason,
  status: 201,
  reply: z.object({ id: z.string() }),
});

export const sendInvoice = route({
  method: 'POST',
  path: '/api/admin/invoices/{id}/send',
  access: 'admin',
  rate: 'general',
  ignoresBody: true,
  summary: 'Mails a document to its account again.',
  source,
  reply: ok,
});

export const creditUse = route({
  method: 'POST',
  path: '/api/admin/billing/accounts/{userId}/credit-use',
  access: 'admin',
  rate: 'general',
  stepUp: true,
  idempotent: true,
  summary: 'Pays one of an account’s dues with the account’s credit, and with the rest what else it owes.',
  source,
  body: shape.creditUse,
  reply: shape.billingAccountDetails,
});

export const vatProof = route({
  method: 'POST',
  path: '/api/admin/billing/accounts/{userId}/vat-proof',
  access: 'admin',
  rate: 'general',
  stepUp: true,
  summary:
    'Records a proof that an account’s VAT number of another EU country is valid. It holds until the number changes.',
  source,
  body: vatProofShape,
  reply: shape.billingAccountDetails,
});
