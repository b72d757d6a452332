import { route } from '../route.ts';
import * as shape from '../shapes/billing/checkout.ts';
import { ok } from '../shapes/common.ts';

const source = 'product, "Prices, as invoiced"';

const checkout = {
  method: 'POST',
  rate: 'general',
  idempotent: true,
  summary:
    'Opens the payment provider’s page on which a due is paid by card, or a card is saved if nothing is due. Needs an Idempotency-Key.',
  source,
  body: shape.checkout,
  reply: shape.redirect,
} as const;

const checkoutReturn = {
  method: 'POST',
  rate: 'general',
  summary: 'Asks the payment provider how a payment ended.',
  source,
  body: shape.checkoutReturn,
  reply: shape.checkoutResult,
} as const;

const portal = {
  method: 'POST',
  rate: 'general',
  ignoresBody: true,
  summary: 'Opens the payment provider’s page on which the saved card is changed.',
  source,
  reply: shape.redirect,
} as const;

export const doctorCheckout = route({
  ...checkout,
  path: '/api/doctor/billing/checkout',
  access: 'doctor',
  doctor: 'verified',
});
export const doctorCheckoutReturn = route({
  ...checkoutReturn,
  path: '/api/doctor/billing/checkout/return',
  access: 'doctor',
  doctor: 'verified',
});
export const doctorPortal = route({
  ...portal,
  path: '/api/doctor/billing/portal',
  access: 'doctor',
  doctor: 'verified',
});

export const centerCheckout = route({
  ...checkout,
  path: '/api/medical-center/billing/checkout',
  access: 'center',
  needs: 'billing.manage',
});
export const centerCheckoutReturn = route({
  ...checkoutReturn,
  path: '/api/medical-center/billing/checkout/return',
  access: 'center',
  needs: 'billing.manage',
});
export const centerPortal = route({
  ...portal,
  path: '/api/medical-center/billing/portal',
  access: 'center',
  needs: 'billing.manage',
});

export const paymentEvent = route({
  method: 'POST',
  path: '/api/webhooks/payment',
  access: 'anyone',
  rate: 'none',
  rawBody: true,
  maxBodyBytes: 256 * 1024,
  summary: 'Receives an event of the payment provider, proved by its signature.',
  source,
  reply: ok,
});
