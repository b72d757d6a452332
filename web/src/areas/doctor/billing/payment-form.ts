import type { DoctorBilling, paymentMethodUpdate } from '@medcloud/contract/shapes/billing';
import { issueCode } from '@medcloud/contract/validation-codes';
import * as z from 'zod';
import { cardBrand } from '../../../forms/card.ts';

export interface PaymentFields {
  cardholderName: string;
  cardNumber: string;
  expiry: string;
  cvv: string;
  address: string;
  city: string;
  postalCode: string;
  /** Empty until one is chosen. */
  country: string;
}

type SavedPaymentMethod = DoctorBilling['paymentMethod'];

/** Returns the form with the stored holder and address. The card fields start empty, which keeps the stored card. */
export function paymentFields(savedMethod: SavedPaymentMethod): PaymentFields {
  return {
    cardholderName: savedMethod?.cardholderName ?? '',
    cardNumber: '',
    expiry: '',
    cvv: '',
    address: savedMethod?.address ?? '',
    city: savedMethod?.city ?? '',
    postalCode: savedMethod?.postalCode ?? '',
    country: savedMethod?.country ?? '',
  };
}

const max = (length: number) => z.string().trim().max(length);

/**
 * Returns the form's schema. All three card fields are required, or none if a card is stored and none is filled. The
 * card is not checked further (specification, section 5).
 */
export function paymentShape(hasSavedCard: boolean) {
  return z
    .object({
      cardholderName: max(200).min(1, { error: issueCode('required') }),
      cardNumber: z.string(),
      expiry: z.string(),
      cvv: z.string(),
      address: max(300),
      city: max(100),
      postalCode: max(20),
      country: z.string(),
    })
    .superRefine((form, context) => {
      if (hasSavedCard && form.cardNumber === '' && form.expiry === '' && form.cvv === '') return;
      const addFieldIssue = (path: keyof PaymentFields, typed: string, message: string) =>
        context.addIssue({
          code: 'custom',
          path: [path],
          message: typed === '' ? issueCode('required') : message,
        });
      const { cardNumber, expiry, cvv } = form;
      if (cardNumber.replace(/\D/g, '').length < 4)
        addFieldIssue('cardNumber', cardNumber, issueCode('card_number_incomplete'));
      if (!/^\d{2}\/\d{2}$/.test(expiry)) addFieldIssue('expiry', expiry, issueCode('card_expiry_invalid'));
      if (cvv === '') addFieldIssue('cvv', cvv, issueCode('required'));
    });
}
export type PaymentOutput = z.output<ReturnType<typeof paymentShape>>;

/** Builds the request body. Of a typed card it contains only brand, last four digits and expiry. */
export function paymentBody(form: PaymentOutput): z.input<typeof paymentMethodUpdate> {
  const { cardholderName, cardNumber, expiry, address, city, postalCode } = form;
  const brand = cardBrand(cardNumber);
  const card = {
    last4: cardNumber.replace(/\D/g, '').slice(-4),
    expiry,
    ...(brand ? { brand } : {}),
  };
  return {
    cardholderName,
    ...(cardNumber === '' ? {} : card),
    address,
    city,
    postalCode,
    country: form.country,
  };
}
