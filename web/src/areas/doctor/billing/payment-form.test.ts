import { paymentMethodUpdate } from '@medcloud/contract/shapes/billing';
import { issueCode } from '@medcloud/contract/validation-codes';
import { describe, expect, it } from 'vitest';
import { type PaymentFields, paymentBody, paymentFields, paymentShape } from './payment-form.ts';

const savedMethod = {
  cardholderName: 'ELENI STAVRIDOU',
  brand: 'Visa',
  last4: '1881',
  expiry: '08/29',
  address: null,
  city: 'Πειραιάς',
  postalCode: null,
  country: null,
};
const typed = { ...paymentFields(savedMethod), cardNumber: '5555 5555 5555 4444', expiry: '01/31', cvv: '987' };

const messages = (hasSavedCard: boolean, fields: PaymentFields) =>
  Object.fromEntries(
    (paymentShape(hasSavedCard).safeParse(fields).error?.issues ?? []).map(({ path, message }) => [
      path.join('.'),
      message,
    ]),
  );

describe('paymentShape and paymentBody', () => {
  it('sends only the brand, last four digits and expiry of a new card', () => {
    const body = paymentBody(paymentShape(true).parse(typed));
    expect(body).toMatchObject({
      brand: 'Mastercard',
      last4: '4444',
      expiry: '01/31',
      city: 'Πειραιάς',
    });
    expect(JSON.stringify(body)).not.toMatch(/5555|cvv|987/);
    expect(paymentMethodUpdate.safeParse(body).success).toBe(true);
  });

  it('keeps the stored card and changes the address if no card is typed', () => {
    const fields = { ...paymentFields(savedMethod), city: 'Πάτρα' };
    expect(messages(true, fields)).toEqual({});
    expect(paymentBody(paymentShape(true).parse(fields))).toEqual({
      cardholderName: 'ELENI STAVRIDOU',
      address: '',
      city: 'Πάτρα',
      postalCode: '',
      country: '',
    });
  });

  it('requires all card fields if no card is stored or one field is filled', () => {
    const card = {
      cardNumber: issueCode('required'),
      expiry: issueCode('required'),
      cvv: issueCode('required'),
    };
    expect(messages(false, paymentFields(null))).toEqual({ cardholderName: issueCode('required'), ...card });
    expect(messages(true, { ...typed, expiry: '01', cvv: '' })).toEqual({
      expiry: issueCode('card_expiry_invalid'),
      cvv: issueCode('required'),
    });
  });
});
