import { sentences } from '@medcloud/contract/sentences';
import type { DoctorBilling, paymentMethodUpdate } from '@medcloud/contract/shapes/billing';
import * as z from 'zod';
import { cardBrand } from '../../../forms/card.ts';
import { presetCountry } from '../../../forms/countries.ts';
import type { Language } from '../../../lib/language.ts';

export interface PaymentFields {
  cardholderName: string;
  cardNumber: string;
  expiry: string;
  cvv: string;
  address: string;
  city: string;
  postalCode: string;
  /** Empty while the language's preset stands. */
  country: string;
}

type Kept = DoctorBilling['paymentMethod'];

/** The kept holder and address; the card itself is typed anew, or left as it is. */
export function paymentFields(kept: Kept): PaymentFields {
  return {
    cardholderName: kept?.cardholderName ?? '',
    cardNumber: '',
    expiry: '',
    cvv: '',
    address: kept?.address ?? '',
    city: kept?.city ?? '',
    postalCode: kept?.postalCode ?? '',
    country: kept?.country ?? '',
  };
}

const max = (length: number) => z.string().trim().max(length);

/** Of a card all three are typed; none of them where one is kept (specification, section 5: no other card check is made). */
export function paymentShape(isCardKept: boolean) {
  return z
    .object({
      cardholderName: max(200).min(1, { error: sentences.required }),
      cardNumber: z.string(),
      expiry: z.string(),
      cvv: z.string(),
      address: max(300),
      city: max(100),
      postalCode: max(20),
      country: z.string(),
    })
    .superRefine((form, check) => {
      if (isCardKept && form.cardNumber === '' && form.expiry === '' && form.cvv === '') return;
      const wrong = (path: keyof PaymentFields, typed: string, message: string) =>
        check.addIssue({ code: 'custom', path: [path], message: typed === '' ? sentences.required : message });
      const { cardNumber, expiry, cvv } = form;
      if (cardNumber.replace(/\D/g, '').length < 4) wrong('cardNumber', cardNumber, sentences.cardNumberWhole);
      if (!/^\d{2}\/\d{2}$/.test(expiry)) wrong('expiry', expiry, sentences.cardExpiry);
      if (cvv === '') wrong('cvv', cvv, sentences.required);
    });
}
export type PaymentOutput = z.output<ReturnType<typeof paymentShape>>;

/** What is sent: of the card its brand, last four digits and expiry alone; nothing of it where none was typed. */
export function paymentBody(form: PaymentOutput, language: Language): z.input<typeof paymentMethodUpdate> {
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
    country: form.country || presetCountry(language),
  };
}
