import * as z from 'zod';
import { route } from '../route.ts';
import * as shape from '../shapes/billing/accounts.ts';
import { invoiceFileQuery } from '../shapes/billing/invoices.ts';
import { partyChange } from '../shapes/billing/party.ts';
import { receivedPayment, receivedPaymentsQuery } from '../shapes/billing/received-payments.ts';
import { ok } from '../shapes/common.ts';

const source = 'product, "Prices, as invoiced"';

export const accounts = route({
  method: 'GET',
  path: '/api/admin/billing/accounts',
  access: 'admin',
  rate: 'general',
  summary: 'Doctors and centers with what they owe, the earliest day first.',
  source,
  query: shape.accountsQuery,
  reply: z.array(shape.billingAccount),
});

export const accountDetails = route({
  method: 'GET',
  path: '/api/admin/billing/accounts/{userId}',
  access: 'admin',
  rate: 'general',
  summary: 'One account with its periods, payment requests, documents and payments.',
  source,
  reply: shape.billingAccountDetails,
});

export const startBilling = route({
  method: 'POST',
  path: '/api/admin/billing/accounts/{userId}/start',
  access: 'admin',
  rate: 'general',
  stepUp: true,
  idempotent: true,
  summary: 'Begins to charge an account: its first period, due and invoice, which is mailed.',
  source,
  body: shape.billingStart,
  reply: shape.billingAccountDetails,
});

export const accountParty = route({
  method: 'POST',
  path: '/api/admin/billing/accounts/{userId}/party',
  access: 'admin',
  rate: 'general',
  stepUp: true,
  summary: 'Replaces an account’s billing details. They hold for the next document.',
  source,
  body: partyChange,
  reply: shape.billingAccountDetails,
});

export const invoices = route({
  method: 'GET',
  path: '/api/admin/invoices',
  access: 'admin',
  rate: 'general',
  summary: 'Invoices and credit notes of all accounts, newest first.',
  source,
  query: shape.adminInvoicesQuery,
  reply: z.array(shape.listedInvoice),
});

export const invoiceFile = route({
  method: 'GET',
  path: '/api/admin/invoices/{id}/pdf',
  access: 'admin',
  rate: 'general',
  summary: 'A document as PDF, as an attachment.',
  source,
  query: invoiceFileQuery,
  responseType: 'bytes',
});

export const creditInvoice = route({
  method: 'POST',
  path: '/api/admin/invoices/{id}/credit',
  access: 'admin',
  rate: 'general',
  stepUp: true,
  idempotent: true,
  summary: 'Issues a credit note over an amount of an invoice.',
  source,
  body: shape.invoiceCredit,
  status: 201,
  reply: z.object({ id: z.string() }),
});

export const payments = route({
  method: 'GET',
  path: '/api/admin/billing/payments',
  access: 'admin',
  rate: 'general',
  summary: 'Payments of all accounts, by transfer and card, newest first, with what each day brought.',
  source,
  query: receivedPaymentsQuery,
  reply: z.array(receivedPayment),
});

export const recordPayment = route({
  method: 'POST',
  path: '/api/admin/billing/payments',
  access: 'admin',
  rate: 'general',
  stepUp: true,
  idempotent: true,
  summary: 'Records a transfer, and pays with it what its reference names and then what else its account owes.',
  source,
  body: shape.paymentRecord,
  status: 201,
  reply: z.object({ id: z.string() }),
});

export const undoPayment = route({
  method: 'POST',
  path: '/api/admin/billing/payments/{id}/undo',
  access: 'admin',
  rate: 'general',
  stepUp: true,
  idempotent: true,
  summary: 'Reverses a payment that was recorded by mistake.',
  source,
  body: shape.correctionReason,
  reply: ok,
});

export const recordRefund = route({
  method: 'POST',
  path: '/api/admin/billing/refunds/{creditNoteId}/sent',
  access: 'admin',
  rate: 'general',
  stepUp: true,
  ignoresBody: true,
  summary: 'Records that the operator transferred what a credit note gives back.',
  source,
  reply: ok,
});

export const writeOff = route({
  method: 'POST',
  path: '/api/admin/billing/write-off',
  access: 'admin',
  rate: 'general',
  stepUp: true,
  idempotent: true,
  summary: 'Writes off an amount that is not asked for any more.',
  source,
  body: shape.writeOff,
  reply: ok,
});

export const billingExport = route({
  method: 'GET',
  path: '/api/admin/billing/export',
  access: 'admin',
  rate: 'general',
  summary: 'The books of some days as a ZIP of CSV files with totals, for an accountant.',
  source,
  query: shape.exportQuery,
  responseType: 'bytes',
});

export const billingFigures = route({
  method: 'GET',
  path: '/api/admin/billing/figures',
  access: 'admin',
  rate: 'general',
  summary: 'What subscriptions bring a month, how many ended, and what is owed, by months.',
  source,
  query: shape.billingDays,
  reply: shape.billingFigures,
});
