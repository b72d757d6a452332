import * as z from 'zod';
import { route } from '../route.ts';
import * as shape from '../shapes/billing/fiscal.ts';
import { ok } from '../shapes/common.ts';

const source = 'product, "Prices, as invoiced"';

export const fiscalDocuments = route({
  method: 'GET',
  path: '/api/admin/billing/fiscal',
  access: 'admin',
  rate: 'general',
  summary: 'Issued documents with their state at the tax authority, the latest first.',
  source,
  query: shape.fiscalQuery,
  reply: z.array(shape.fiscalDocument),
});

export const fiscalReporting = route({
  method: 'GET',
  path: '/api/admin/billing/fiscal/reporting',
  access: 'admin',
  rate: 'general',
  summary: 'How documents are reported to the tax authority now.',
  source,
  reply: shape.fiscalReporting,
});

export const retryFiscal = route({
  method: 'POST',
  path: '/api/admin/billing/fiscal/{invoiceId}/retry',
  access: 'admin',
  rate: 'general',
  ignoresBody: true,
  summary: 'Sends a document to the tax authority again that it refused, or that waits.',
  source,
  reply: shape.fiscalDocument,
});

export const takeOverFiscal = route({
  method: 'POST',
  path: '/api/admin/billing/fiscal/take-over',
  access: 'admin',
  rate: 'general',
  stepUp: true,
  ignoresBody: true,
  summary:
    'Takes over documents that only the tax authority has, as after a restore: their series are issued again, after them.',
  source,
  reply: shape.fiscalReporting,
});

export const voidInvoice = route({
  method: 'POST',
  path: '/api/admin/invoices/{id}/void',
  access: 'admin',
  rate: 'general',
  stepUp: true,
  idempotent: true,
  ignoresBody: true,
  summary:
    'Cancels an unpaid invoice of today at the tax authority and takes it out of the books. Its number stays used.',
  source,
  reply: ok,
});
