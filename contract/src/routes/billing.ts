import * as z from 'zod';
import { route } from '../route.ts';
import { invoice, invoiceFileQuery, invoicesQuery } from '../shapes/billing/invoices.ts';
import { cancellation } from '../shapes/billing/overview.ts';
import { partyChange } from '../shapes/billing/party.ts';
import { planChoice, planChoiceReply } from '../shapes/billing/plan-change.ts';
import { centerBilling, doctorBilling } from '../shapes/billing.ts';

const source = 'product, "Prices, as invoiced"';

export const doctorParty = route({
  method: 'PATCH',
  path: '/api/doctor/billing/party',
  access: 'doctor',
  rate: 'general',
  summary: 'Replaces the doctor’s billing details. They hold for the next document.',
  source,
  body: partyChange,
  reply: doctorBilling,
});

export const doctorCancellation = route({
  method: 'POST',
  path: '/api/doctor/billing/cancel',
  access: 'doctor',
  rate: 'general',
  summary:
    'Ends the doctor’s subscription at its period’s end, or resumes it: one that has ended asks to be paid again.',
  source,
  body: cancellation,
  reply: doctorBilling,
});

export const doctorInvoices = route({
  method: 'GET',
  path: '/api/doctor/invoices',
  access: 'doctor',
  rate: 'general',
  summary: 'The doctor’s invoices and credit notes, newest first.',
  source,
  query: invoicesQuery,
  reply: z.array(invoice),
});

export const doctorInvoiceFile = route({
  method: 'GET',
  path: '/api/doctor/invoices/{id}/pdf',
  access: 'doctor',
  rate: 'general',
  summary: 'One of the doctor’s documents as PDF, as an attachment.',
  source,
  query: invoiceFileQuery,
  responseType: 'bytes',
});

export const centerOverview = route({
  method: 'GET',
  path: '/api/medical-center/billing',
  access: 'center',
  needs: 'billing.manage',
  rate: 'general',
  summary: 'The center’s plan, what it owes, and its invoices.',
  source,
  reply: centerBilling,
});

export const centerParty = route({
  method: 'PATCH',
  path: '/api/medical-center/billing/party',
  access: 'center',
  needs: 'billing.manage',
  rate: 'general',
  summary: 'Replaces the center’s billing details. They hold for the next document.',
  source,
  body: partyChange,
  reply: centerBilling,
});

export const centerCancellation = route({
  method: 'POST',
  path: '/api/medical-center/billing/cancel',
  access: 'center',
  needs: 'billing.manage',
  rate: 'general',
  summary: 'Ends the center’s subscription at the end of its period, or resumes it.',
  source,
  body: cancellation,
  reply: centerBilling,
});

export const centerPlan = route({
  method: 'POST',
  path: '/api/medical-center/billing/upgrade',
  access: 'center',
  needs: 'billing.manage',
  rate: 'general',
  idempotent: true,
  summary:
    'Chooses the center’s plan: a higher one begins with its payment, a lower one after the days that are paid for. The current one takes an earlier choice back. Needs an Idempotency-Key.',
  source,
  body: planChoice,
  reply: planChoiceReply,
});

export const centerInvoices = route({
  method: 'GET',
  path: '/api/medical-center/invoices',
  access: 'center',
  needs: 'billing.manage',
  rate: 'general',
  summary: 'The center’s invoices and credit notes, newest first.',
  source,
  query: invoicesQuery,
  reply: z.array(invoice),
});

export const centerInvoiceFile = route({
  method: 'GET',
  path: '/api/medical-center/invoices/{id}/pdf',
  access: 'center',
  needs: 'billing.manage',
  rate: 'general',
  summary: 'One of the center’s documents as PDF, as an attachment.',
  source,
  query: invoiceFileQuery,
  responseType: 'bytes',
});
