import * as z from 'zod';
import { route } from '../route.ts';
import * as shape from '../shapes/billing/bank.ts';
import { ok } from '../shapes/common.ts';

const source = 'product, "Prices, as invoiced"';
const line = z.object({ line: shape.bankLine });

export const importStatement = route({
  method: 'POST',
  path: '/api/admin/billing/statements',
  access: 'admin',
  rate: 'upload',
  stepUp: true,
  summary:
    'Imports a bank’s file of movements (camt.053 or CSV, the form’s `file`, at most 20 MB). Lines that name a reference are recorded as payments; those of earlier files are skipped.',
  source,
  form: z.object({}),
  status: 201,
  reply: shape.statementImport,
});

export const bankColumns = route({
  method: 'POST',
  path: '/api/admin/billing/statements/columns',
  access: 'admin',
  rate: 'general',
  stepUp: true,
  summary: 'Saves what the columns of a bank’s CSV files are, for each file with these headings.',
  source,
  body: shape.bankColumns,
  reply: ok,
});

export const bankLines = route({
  method: 'GET',
  path: '/api/admin/billing/lines',
  access: 'admin',
  rate: 'general',
  summary: 'Movements of the bank account, newest first, with what they pay or may pay.',
  source,
  query: shape.bankLinesQuery,
  reply: z.array(shape.bankLine),
});

export const openBankLine = route({
  method: 'POST',
  path: '/api/admin/billing/lines/{id}/open',
  access: 'admin',
  rate: 'general',
  ignoresBody: true,
  summary: 'Payer and text of a movement. The call is audited.',
  source,
  reply: shape.bankLineText,
});

export const matchBankLine = route({
  method: 'POST',
  path: '/api/admin/billing/lines/{id}/match',
  access: 'admin',
  rate: 'general',
  stepUp: true,
  idempotent: true,
  summary: 'Records a movement as the payment of an account, for one of its dues or by the reference.',
  source,
  body: shape.bankLineMatch,
  reply: line,
});

export const ignoreBankLine = route({
  method: 'POST',
  path: '/api/admin/billing/lines/{id}/ignore',
  access: 'admin',
  rate: 'general',
  ignoresBody: true,
  summary: 'Marks a movement as no payment of a customer.',
  source,
  reply: line,
});
